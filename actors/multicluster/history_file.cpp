// SPDX-License-Identifier: MIT
#include "history_file.hpp"

#include "results/csv_reader.hpp"
#include "results/result_files.hpp"

namespace malha::multicluster {
namespace {

constexpr std::int64_t most_nodes = 10'000'000, most_jobs = 1'000'000'000;

double at_least_0(const CsvReader& row, const char* column) {
  const double number = row.real(column);
  if (!(number >= 0))
    row.fail("column '" + std::string(column) + "' is '" + row.text(column) +
             "'; valid: a number, at least 0");
  return number;
}

} // namespace

std::vector<Experience> read_history(const std::filesystem::path& file) {
  CsvReader rows(file);
  if (rows.header() != header_of("history.csv"))
    throw InputError(file.string() + ":1: has the columns " + rows.header() +
                     "; valid: " + header_of("history.csv"));
  std::vector<Experience> history;
  while (rows.next()) {
    Experience one;
    one.user = rows.text("user");
    one.queue = rows.text("queue");
    one.application = rows.text("application");
    one.size = static_cast<int>(rows.integer("nodes", 1, most_nodes));
    one.jiffies_ahead = at_least_0(rows, "jiffies_ahead");
    one.jobs_ahead = static_cast<int>(rows.integer("jobs_ahead", 0, most_jobs));
    one.mean_mpl = at_least_0(rows, "mean_mpl");
    one.waiting_time = at_least_0(rows, "waiting_time");
    one.execution_time = at_least_0(rows, "execution_time");
    history.push_back(std::move(one));
  }
  return history;
}

ExperienceRow row_of(const Experience& experience) {
  return {experience.user,     experience.queue,         experience.application,
          experience.size,     experience.jiffies_ahead, experience.jobs_ahead,
          experience.mean_mpl, experience.waiting_time,  experience.execution_time};
}

} // namespace malha::multicluster
