// SPDX-License-Identifier: MIT
#include "history_file.hpp"

#include "csv_reader.hpp"
#include "policies/sdk/errors.hpp"
#include "policies/sdk/input_files.hpp"
#include "policies/sdk/numbers.hpp"
#include "records.hpp"

#include <algorithm>

namespace malha {
namespace {

using multicluster::Experience;

/// Refuses a file with other columns, and one that was cut: its last line has no end.
void check_whole(const std::filesystem::path& file) {
  refuse_endless(file);
  const auto text = all_bytes(file);
  if (!text)
    throw InputError(file.string() + ": cannot be read");
  const auto line = text->substr(0, text->find('\n'));
  if (line != history_header)
    throw InputError(file.string() + ":1: the columns are '" + line + "'; valid: '" + history_header + "'");
  if (text->back() != '\n')
    throw InputError(file.string() + ":" + std::to_string(1 + std::count(text->begin(), text->end(), '\n')) +
                     ": the file ends within this line; valid: a newline behind each line");
}

double number(const CsvReader& rows, const char* column, double low) {
  const double value = rows.real(column);
  if (!(value >= low && value < never))
    rows.fail("'" + rows.text(column) + "' in column '" + column + "' is not a number, at least " +
              shortest(low));
  return value;
}

} // namespace

std::string csv_line(const Experience& one) {
  return csv_field(one.user) + "," + csv_field(one.queue) + "," + csv_field(one.application) + "," +
         std::to_string(one.size) + "," + shortest(one.jiffies_ahead) + "," + std::to_string(one.jobs_ahead) +
         "," + shortest(one.mean_mpl) + "," + shortest(one.waiting_time) + "," + shortest(one.execution_time);
}

std::vector<Experience> read_history(const std::filesystem::path& file) {
  check_whole(file);
  constexpr std::int64_t most = 1'000'000'000;
  std::vector<Experience> history;
  for (CsvReader rows(file); rows.next();) {
    auto& one = history.emplace_back();
    one.user = rows.text("user");
    one.queue = rows.text("queue");
    one.application = rows.text("application");
    one.size = static_cast<int>(rows.integer("size", 1, most));
    one.jiffies_ahead = number(rows, "jiffies_ahead", 0);
    one.jobs_ahead = static_cast<int>(rows.integer("jobs_ahead", 0, most));
    one.mean_mpl = number(rows, "mean_mpl", 1);
    one.waiting_time = number(rows, "waiting_time", 0);
    one.execution_time = number(rows, "execution_time", 0);
  }
  return history;
}

} // namespace malha
