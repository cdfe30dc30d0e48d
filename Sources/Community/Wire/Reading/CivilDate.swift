/// A day of the proleptic Gregorian calendar.
struct CivilDate {
    let year: Int64
    let month: Int64
    let day: Int64

    /// A date that exists; years from 0 to 9999.
    init?(year: Int64, month: Int64, day: Int64) {
        guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[Int(month) - 1]).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    // Both directions count in eras of 400 years that begin on 1 March, so that the leap day ends a year.

    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = shifted.floored(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.floored(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
