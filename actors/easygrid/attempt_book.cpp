// SPDX-License-Identifier: MIT
#include "attempt_book.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

#include <algorithm>
#include <tuple>

namespace malha::easygrid {

std::vector<MetricSpec> AttemptBook::metrics() {
  return {{"attempts", "count", "tasks that were started on a host, each time"},
          {"attempts_lost", "count", "of those, with a host that crashed"},
          {"attempts_uncounted", "count", "of those, ended, and did not count, since another one did"},
          {"attempts_cancelled", "count", "of those, still running when the application had ended"},
          {"wasted_time", "s", "run time of attempts that did not end their task"},
          {"crashes", "count", "hosts that failed"}};
}

AttemptBook::AttemptBook(Stage& simulation, const std::vector<simgrid::s4u::Host*>& hosts,
                         const std::vector<std::string>& sites, int slots)
    : recorder_(simulation.recorder()), hosts_(simulation, hosts), sites_(sites) {
  for (std::size_t host = 0; host < hosts.size(); ++host) {
    resources_.push_back(recorder_.add_resource(hosts[host]->get_name(), hosts[host]->get_speed(),
                                                hosts[host]->get_core_count(), sites[host], slots));
    journals_.try_emplace(sites[host], recorder_, simulation.workload().name(), sites[host]);
  }
}

void AttemptBook::started(const Task& task, int host, Seconds date) {
  auto& attempts = attempts_[task.id];
  attempts.task = task;
  attempts.all.push_back({host, date});
}

void AttemptBook::ended(TaskId task, int host, Seconds start, Seconds end) {
  for (auto& attempt : attempts_.at(task).all)
    if (attempt.host == host && attempt.start == start)
      attempt.end = end;
}

void AttemptBook::counted(TaskId task, int host) { counted_.emplace(task, host); }

std::string AttemptBook::uncounted(std::size_t tasks) const {
  IndexSet left;
  for (std::size_t task = 0; task < tasks; ++task)
    if (counted_.count(static_cast<TaskId>(task)) == 0)
      left.insert(IndexSet(static_cast<int>(task), 1));
  return left.text();
}

/// A task is lost if its host fails before its host manager has seen the end.
void AttemptBook::lose_attempts() {
  for (const auto& crash : hosts_.take()) {
    recorder_.count("crashes");
    journal_of(crash.node).down(resources_[static_cast<std::size_t>(crash.node)], crash.date);
    for (auto& [task, attempts] : attempts_)
      for (auto& attempt : attempts.all)
        if (attempt.host == crash.node && !attempt.end) {
          attempt.end = crash.date;
          attempt.outcome = "lost";
        }
  }
}

/// Sets the outcome of each attempt. If the task has not counted, a running attempt has no outcome.
void AttemptBook::settle(Attempts& attempts, Seconds end) const {
  const auto counting = counted_.find(attempts.task.id);
  for (auto& attempt : attempts.all) {
    if (attempt.outcome != nullptr)
      continue;
    if (attempt.end)
      attempt.outcome = counting != counted_.end() && counting->second == attempt.host
                            ? text_of(FinalState::completed)
                            : "uncounted";
    else if (counting != counted_.end())
      attempt.outcome = "cancelled";
    attempt.end = attempt.end.value_or(end);
  }
  auto& all = attempts.all;
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& one) { return one.outcome == nullptr; }),
            all.end());
  std::sort(all.begin(), all.end(), [this](const Attempt& a, const Attempt& b) {
    return std::pair(a.start, resources_[static_cast<std::size_t>(a.host)]) <
           std::pair(b.start, resources_[static_cast<std::size_t>(b.host)]);
  });
}

std::optional<JobRow> AttemptBook::row_of(const Attempts& attempts) const {
  std::optional<JobRow> row;
  Seconds wasted = 0;
  for (const auto& attempt : attempts.all) {
    const auto& site = sites_[static_cast<std::size_t>(attempt.host)];
    if (attempt.outcome == text_of(FinalState::completed))
      row = journals_.at(site).row(attempts.task, attempt.start, *attempt.end,
                                   IndexSet(resources_[static_cast<std::size_t>(attempt.host)], 1));
    else
      wasted += *attempt.end - attempt.start;
  }
  if (row) {
    row->restarts = static_cast<int>(attempts.all.size()) - 1;
    row->wasted = wasted;
  }
  return row;
}

void AttemptBook::write(Attempts& attempts) {
  const bool is_alone = attempts.all.size() == 1 && counted_.count(attempts.task.id) > 0;
  int number = 0;
  for (const auto& attempt : attempts.all) {
    recorder_.count("attempts");
    if (attempt.outcome != text_of(FinalState::completed)) {
      recorder_.count(std::string("attempts_") + attempt.outcome);
      recorder_.count("wasted_time", *attempt.end - attempt.start);
    }
    if (!is_alone)
      journal_of(attempt.host)
          .attempted(attempts.task, ++number, IndexSet(resources_[static_cast<std::size_t>(attempt.host)], 1),
                     attempt.start, *attempt.end, attempt.outcome, computed_work(attempts.task));
  }
}

void AttemptBook::close(Seconds end) {
  lose_attempts();
  std::vector<JobRow> rows;
  for (auto& [task, attempts] : attempts_) {
    settle(attempts, end);
    write(attempts);
    if (auto row = row_of(attempts))
      rows.push_back(std::move(*row));
  }
  std::sort(rows.begin(), rows.end(), [](const JobRow& a, const JobRow& b) {
    return std::tie(a.finish, a.task.id) < std::tie(b.finish, b.task.id);
  });
  for (auto& row : rows)
    recorder_.finished(std::move(row));
  for (auto& [site, journal] : journals_)
    journal.close();
}

} // namespace malha::easygrid
