// SPDX-License-Identifier: MIT
#pragma once
#include "line_reader.hpp"
#include "swf.hpp"

namespace malha::swf {

/// The line without blanks at either end.
std::string_view trimmed(std::string_view line);

/// A header that has more characters is damage, and must not fill the memory.
inline constexpr std::size_t longest_header = 1 << 20;

/// The number of jobs of a file, if it can be read as a stream: job numbers increase, and submissions do not
/// decrease. Lines that are parts of a job do not count. The answer counts up to the first line that is
/// damaged, or without such lines where `skips_bad` is set. Nothing where the file is out of order.
std::optional<std::int64_t> jobs_in_order(const std::filesystem::path& file, bool skips_bad);

/// A number as messages show it.
std::string written(double value);

/// A field as messages name it: "field 4 (run time)".
std::string name_of(std::size_t field);

/// Throws BadRow at the line, which says what a field is and what would be valid.
[[noreturn]] void refuse_field(const LineReader& lines, std::size_t field, const std::string& is,
                               const std::string& valid);

/// Reads the fields of a trimmed line into `found`. `preceding` becomes the text of the preceding job where
/// it names several ("12&13"), and is empty otherwise; the number is then the first one's. Returns whether
/// the line has more than 18 fields. Throws BadRow, at the line that `lines` is at, for a field that is
/// missing, is no number, or is below 0 and not -1. Wait and run time may be below 0.
bool read_fields(std::string_view line, const LineReader& lines, Line& found, std::string& preceding);

} // namespace malha::swf
