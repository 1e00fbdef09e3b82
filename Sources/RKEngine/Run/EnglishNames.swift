/// The names that dates use in the locale en_US_POSIX.
enum EnglishNames {
  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November",
    "December",
  ]
  static let weekdays: [StaticString] = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
}
