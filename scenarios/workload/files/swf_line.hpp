// SPDX-License-Identifier: MIT
#pragma once
#include "line_reader.hpp"
#include "swf.hpp"

namespace malha::swf {

/// The line without blanks at either end.
std::string_view trimmed(std::string_view line);

/// The number of jobs of a file, if it can be read as a stream: job numbers increase, and submissions do not
/// decrease. The answer counts up to the first line that is damaged. Nothing where it is out of order.
std::optional<std::int64_t> jobs_in_order(const std::filesystem::path& file);

/// A number as messages show it.
std::string written(double value);

/// A field as messages name it: "field 4 (run time)".
std::string name_of(std::size_t field);

/// Reads the fields of a trimmed line into `found`. `preceding` becomes the text of the preceding job where
/// it names several ("12&13"), and is empty otherwise; the number is then the first one's. Returns whether
/// the line has more than 18 fields. Throws InputError, at the line that `lines` is at, for a field that is
/// missing or is no number.
bool read_fields(std::string_view line, const LineReader& lines, Line& found, std::string& preceding);

} // namespace malha::swf
