// SPDX-License-Identifier: MIT
#include "bag_journal.hpp"
#include "actors/runtime/simgrid/s4u.hpp"

#include <algorithm>
#include <tuple>

namespace malha {
namespace {

bool is_kept(const std::string& outcome) { return outcome == "suspended"; }
bool is_preemption(const std::string& outcome) { return outcome == "preempted" || is_kept(outcome); }

} // namespace

std::vector<MetricSpec> BagJournal::metrics(const std::vector<MetricSpec>& outcomes) {
  std::vector<MetricSpec> all{{"attempts", "count", "tasks that were started on a resource, each time"},
                              {"attempts_lost", "count", "of those, with a resource that crashed"}};
  all.insert(all.end(), outcomes.begin(), outcomes.end());
  all.push_back({"wasted_time", "s", "run time of attempts that did not end their task", false, false, true});
  all.push_back({"crashes", "count", "resources that went down"});
  all.push_back({"mean_bag_turnaround_time", "s", "mean over bags of the end of the last task - submission",
                 true, false, true});
  return all;
}

int BagJournal::add_resource(const simgrid::s4u::Host& host, const std::string& owner) {
  const int resources = ++resources_on_[&host], cores = host.get_core_count();
  if (resources > cores)
    throw InputError("host '" + host.get_name() + "' is " + std::to_string(resources) +
                     " resources; valid: at most one for each of its cores, " + std::to_string(cores));
  return recorder_.add_resource(host.get_name(), host.get_speed(), host.get_core_count(), "grid", 1, owner);
}

void BagJournal::submitted(const Job& job) {
  for (const auto& task : job.tasks)
    if (runs_delays_.value_or(task.is_delay) != task.is_delay)
      throw InputError("workload '" + tasks_.workload() + "': job " + std::to_string(job.id) + " brings " +
                       (task.is_delay ? "delays beside work" : "work beside delays") +
                       ", which policies cannot compare; valid: one kind, or --set workload.delay=scaled");
    else
      runs_delays_ = task.is_delay;
  if (job.part_of && job.part_of->is_begun)
    return;
  const auto& all = job.part_of ? job.part_of->dag->tasks : job.tasks;
  bags_[job.id] = {job.submitted, job.user, all.front().id, std::vector<bool>(all.size()), all.size(), 0};
}

void BagJournal::cut_short(const Task& task, const TaskAttempt& run, const char* outcome) {
  cut_short_[task.id].push_back({run, outcome});
  recorder_.count("attempts");
  recorder_.count(std::string("attempts_") + outcome);
  if (!is_kept(outcome))
    recorder_.count("wasted_time", run.end - run.start);
}

void BagJournal::ended(const Task& task, const TaskAttempt& run) {
  ++attempts_ended_;
  if (keeps_rows_ && task.is_in_dag)
    keep(task, run);
  else
    write(task, run, bags_.at(task.job).user);
  task_left(task, run.end);
}

void BagJournal::keep(const Task& task, const TaskAttempt& run) {
  Bag& bag = bags_.at(task.job);
  bag.kept.push_back({task, run});
  if (run.end < bag.first_kept) {
    bag.first_kept = run.end;
    bag.expected = recorder_.expect_row(run.end);
  }
}

void BagJournal::write_kept(Bag& bag) {
  for (const auto& [task, run] : bag.kept)
    write(task, run, bag.user);
  bag.kept.clear();
  bag.expected = nullptr;
}

void BagJournal::write(const Task& task, const TaskAttempt& run, const std::string& user) {
  JobRow row = tasks_.row(task, run.start, run.end, IndexSet(run.resource, 1));
  row.user = user;
  if (const auto others = cut_short_.find(task.id); others != cut_short_.end()) {
    row.restarts = static_cast<int>(others->second.size());
    for (const auto& other : others->second) {
      row.wasted += is_kept(other.outcome) ? 0 : other.run.end - other.run.start;
      row.preemptions += is_preemption(other.outcome);
    }
    others->second.push_back({run, text_of(FinalState::completed)});
    write_attempts(task, others->second);
    cut_short_.erase(others);
  }
  tasks_.finished(std::move(row));
}

void BagJournal::write_attempts(const Task& task, std::vector<Attempt>& attempts) {
  std::sort(attempts.begin(), attempts.end(), [](const Attempt& a, const Attempt& b) {
    return std::tie(a.run.start, a.run.resource) < std::tie(b.run.start, b.run.resource);
  });
  int number = 0;
  for (const auto& [run, outcome] : attempts)
    tasks_.attempted(task, ++number, IndexSet(run.resource, 1), run.start, run.end, outcome,
                     run.work.value_or(computed_work(task)));
}

void BagJournal::task_left(const Task& task, Seconds end) {
  const auto bag = bags_.find(task.job);
  bag->second.ended[static_cast<std::size_t>(task.id - bag->second.first)] = true;
  bag->second.end = std::max(bag->second.end, end);
  if (--bag->second.left > 0)
    return;
  ++bags_ended_;
  turnaround_ += bag->second.end - bag->second.submitted;
  write_kept(bag->second);
  bags_.erase(bag);
}

void BagJournal::down(int resource, Seconds date) {
  recorder_.count("crashes");
  tasks_.down(resource, date);
}

void BagJournal::up(int resource, Seconds date) { tasks_.up(resource, date); }

std::string BagJournal::unfinished() const {
  IndexSet tasks;
  for (const auto& [job, bag] : bags_)
    for (std::size_t i = 0; i < bag.ended.size(); ++i)
      if (!bag.ended[i])
        tasks.insert(IndexSet(static_cast<int>(bag.first) + static_cast<int>(i), 1));
  return tasks.text();
}

void BagJournal::close() {
  for (auto& [job, bag] : bags_)
    write_kept(bag);
  tasks_.close();
  recorder_.count("attempts", static_cast<double>(attempts_ended_));
  if (bags_ended_ > 0)
    recorder_.count("mean_bag_turnaround_time", turnaround_ / static_cast<double>(bags_ended_));
}

} // namespace malha
