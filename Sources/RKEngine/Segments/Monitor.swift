#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A lock; its holders can wait until other threads change something under it.
@safe
package final class Monitor {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    // SAFETY: both have their own memory, which does not move until they are destroyed.
    let codes = unsafe [pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil)]
    precondition(codes == [0, 0], "a lock that cannot be made")
  }

  deinit {
    // SAFETY: nobody holds the lock or waits for it, as there is no reference to it any more.
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  package func lock() {
    // SAFETY: the mutex was initialised.
    let code = unsafe pthread_mutex_lock(mutex)
    precondition(code == 0, "a lock that cannot be held")
  }

  package func unlock() {
    // SAFETY: as above.
    let code = unsafe pthread_mutex_unlock(mutex)
    precondition(code == 0, "a lock that was not held")
  }

  /// Releases the lock, and takes it again after another thread has called `callAll`, or sooner.
  package func wait() {
    // SAFETY: as above, and so was the condition.
    let code = unsafe pthread_cond_wait(condition, mutex)
    precondition(code == 0, "a lock that cannot be waited at")
  }

  /// Wakes all waiting threads.
  package func callAll() {
    // SAFETY: as above.
    let code = unsafe pthread_cond_broadcast(condition)
    precondition(code == 0, "a lock that cannot be called at")
  }
}
