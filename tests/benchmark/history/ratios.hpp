// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// What malha_benchmark measured, change by change and machine by machine. Times depend on the machine;
/// ratios can be compared over years.
namespace malha::overhead {

/// The ratios that one machine measured at one commit.
struct RatioRow {
  std::string commit, date, machine;         ///< the date is that of the commit, as 2026-11-23
  std::vector<std::optional<double>> ratios; ///< in the order of the patterns; older rows lack newer patterns
};

struct RatioHistory {
  std::vector<std::string> patterns;
  std::vector<RatioRow> rows; ///< in the order in which they were recorded
};

/// Reads a history. Throws InputError with file and line.
RatioHistory read_history(const std::filesystem::path& file);
/// Writes a history in one piece: a file that is there stays as it is if anything fails.
void write_history(const RatioHistory& history, const std::filesystem::path& file);

/// Reads the JSON that malha_benchmark wrote. Throws InputError unless every pattern was measured, and none
/// besides, in enough rounds of as many operations as in all rows.
RatioRow read_measured(const std::filesystem::path& json, const std::vector<std::string>& patterns);

/// Adds a row. It takes the place of the row of the same commit and machine; returns whether there was one.
bool add(RatioHistory& history, RatioRow row);

/// A table for each machine: a line for each pattern, a column for each of its latest changes.
std::string tables(const RatioHistory& history);
/// Puts the tables between the two marked lines of a page. Throws InputError where these lines are not there.
void write_into(const std::filesystem::path& page, const std::string& tables);

} // namespace malha::overhead
