/// What values are exchanged for, found by their text.
package struct ValueMap: Sendable, BitwiseCopyable {
}
