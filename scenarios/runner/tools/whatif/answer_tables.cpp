// SPDX-License-Identifier: MIT
#include "answer_tables.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <numeric>

namespace malha {
namespace {

constexpr std::size_t most_jobs_shown = 40; ///< jobs on the screen

/// "1-02:03:04" of a time that is not below 0.
std::string clock_text(Seconds time) {
  const auto all = std::llround(time);
  const auto two = [](long long number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  const auto days = all / 86400, hours = all / 3600 % 24;
  return (days > 0 ? std::to_string(days) + "-" + two(hours) : std::to_string(hours)) + ":" +
         two(all / 60 % 60) + ":" + two(all % 60);
}

std::string start_text(const Fate& fate) { return fate.start ? time_from_now(*fate.start) : "never"; }

/// By how much the start moves; "" if it does not, or if there is none.
std::string change_text(const Fate& before, const Fate& after) {
  if (!before.start || !after.start || std::llround(*after.start) == std::llround(*before.start))
    return "";
  const Seconds change = *after.start - *before.start;
  return (change < 0 ? "-" : "+") + clock_text(std::abs(change));
}

/// The jobs by their starts under the first deployment; those that never start come last.
std::vector<WaitingAtSite> by_start(const SiteQueue& queue, const SiteAnswer& answer) {
  auto jobs = queue.waiting;
  const auto start_of = [&](const WaitingAtSite& job) {
    return answer.jobs.at(job.number).start.value_or(never);
  };
  std::stable_sort(jobs.begin(), jobs.end(),
                   [&](const auto& a, const auto& b) { return start_of(a) < start_of(b); });
  return jobs;
}

void print_jobs(const SiteQueue& queue, const std::vector<SiteAnswer>& answers, std::ostream& out) {
  std::vector<std::string> header{"job", "user", "size", "limit"};
  for (const auto& answer : answers)
    header.push_back(answer.deployment);
  if (answers.size() == 2)
    header.emplace_back("change");
  std::vector<bool> right(header.size(), true);
  right[0] = right[1] = false;
  Table table(header, right);
  const auto jobs = by_start(queue, answers.front());
  for (std::size_t i = 0; i < std::min(most_jobs_shown, jobs.size()); ++i) {
    const auto& job = jobs[i];
    std::vector<std::string> row{job.label, job.user, std::to_string(job.size), clock_text(job.limit)};
    for (const auto& answer : answers)
      row.push_back(start_text(answer.jobs.at(job.number)));
    if (answers.size() == 2)
      row.push_back(change_text(answers[0].jobs.at(job.number), answers[1].jobs.at(job.number)));
    table.add(std::move(row));
  }
  table.print(out);
  if (jobs.size() > most_jobs_shown)
    out << "… and " << counted(static_cast<std::int64_t>(jobs.size() - most_jobs_shown), "job")
        << " more: whatif.csv\n";
}

Seconds mean_of(const std::vector<Seconds>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

/// A line of the summary: its name, and its text for each deployment.
struct SummaryLine {
  const char* name;
  std::function<std::string(const SiteAnswer&)> text;
};

const std::vector<SummaryLine>& summary_lines() {
  using Times = std::vector<Seconds>;
  const auto of_starts = [](Seconds (*of)(const Times&)) {
    return [of](const SiteAnswer& answer) {
      const auto starts = answer.starts();
      return starts.empty() ? std::string() : time_from_now(of(starts));
    };
  };
  static const std::vector<SummaryLine> lines{
      {"jobs that start now",
       [](const SiteAnswer& answer) {
         const auto starts = answer.starts();
         return std::to_string(std::count_if(starts.begin(), starts.end(), [](Seconds t) { return t <= 0; }));
       }},
      {"mean time to start", of_starts(mean_of)},
      {"median time to start", of_starts([](const Times& times) { return times[(times.size() - 1) / 2]; })},
      {"last start", of_starts([](const Times& times) { return times.back(); })},
      {"end of all jobs", [](const SiteAnswer& answer) { return time_from_now(answer.last_end); }}};
  return lines;
}

void print_summary(const std::vector<SiteAnswer>& answers, std::ostream& out) {
  std::vector<std::string> header{"from now on"};
  for (const auto& answer : answers)
    header.push_back(answer.deployment);
  std::vector<bool> right(header.size(), true);
  right[0] = false;
  Table table(header, right);
  const auto add = [&](const SummaryLine& line) {
    std::vector<std::string> row{line.name};
    for (const auto& answer : answers)
      row.push_back(line.text(answer));
    table.add(std::move(row));
  };
  for (const auto& line : summary_lines())
    add(line);
  const auto never_start = [](const SiteAnswer& answer) {
    return std::to_string(answer.jobs.size() - answer.starts().size());
  };
  if (std::any_of(answers.begin(), answers.end(), [&](const auto& one) { return never_start(one) != "0"; }))
    add({"jobs that never start", never_start});
  table.print(out);
}

nlohmann::ordered_json number_or_null(const std::optional<Seconds>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json summary_of(const SiteAnswer& answer) {
  const auto starts = answer.starts();
  const auto if_any = [&](Seconds value) { return starts.empty() ? std::nullopt : std::optional(value); };
  const auto now = std::count_if(starts.begin(), starts.end(), [](Seconds time) { return time <= 0; });
  return {{"deployment", answer.deployment},
          {"start_now", now},
          {"never_start", answer.jobs.size() - starts.size()},
          {"mean_time_to_start", number_or_null(if_any(starts.empty() ? 0 : mean_of(starts)))},
          {"last_start", number_or_null(if_any(starts.empty() ? 0 : starts.back()))},
          {"last_end", answer.last_end}};
}

std::string json_text(const SiteQueue& queue, const std::vector<SiteAnswer>& answers, double runs) {
  nlohmann::ordered_json all{{"running", queue.running}, {"waiting", queue.waiting.size()}, {"runs", runs}};
  for (const auto& answer : answers)
    all["deployments"].push_back(summary_of(answer));
  all["jobs"] = nlohmann::ordered_json::array();
  for (const auto& job : queue.waiting) {
    nlohmann::ordered_json one{{"job_id", job.number}, {"job", job.label}, {"starts", {}}};
    for (const auto& answer : answers)
      one["starts"][answer.deployment] = number_or_null(answer.jobs.at(job.number).start);
    all["jobs"].push_back(std::move(one));
  }
  return all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace

std::string time_from_now(Seconds time) { return time <= 0 ? "now" : clock_text(time); }

void print_answers(const SiteQueue& queue, const std::vector<SiteAnswer>& answers, std::ostream& out) {
  if (!queue.waiting.empty()) {
    print_jobs(queue, answers, out);
    out << '\n';
  }
  print_summary(answers, out);
}

void write_answers(const std::filesystem::path& folder, const SiteQueue& queue,
                   const std::vector<SiteAnswer>& answers, double runs) {
  write_file(folder / "whatif.csv", [&](std::ostream& out) {
    const auto text = [](const std::optional<Seconds>& date) { return date ? shortest(*date) : ""; };
    out << header_of("whatif.csv") << '\n';
    for (const auto& answer : answers)
      for (const auto& job : queue.waiting) {
        const auto& fate = answer.jobs.at(job.number);
        out << csv_field(answer.deployment) << ',' << job.number << ',' << csv_field(job.label) << ','
            << csv_field(job.user) << ',' << job.size << ',' << shortest(job.limit) << ','
            << shortest(job.submitted) << ',' << text(fate.start) << ',' << text(fate.end) << ','
            << fate.state << '\n';
      }
  });
  write_file(folder / "whatif.json", [&](std::ostream& out) { out << json_text(queue, answers, runs); });
}

} // namespace malha
