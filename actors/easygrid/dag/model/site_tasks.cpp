// SPDX-License-Identifier: MIT
#include "site_tasks.hpp"

#include <algorithm>

namespace malha::easygrid::dag {

SiteTasks::SiteTasks(const Application& application, const std::vector<int>& hosts)
    : application_(application), site_(application.site(hosts.front())), running_on_(hosts.size()) {
  for (const int host : hosts) {
    positions_[host] = loads_.size();
    loads_.push_back({host, application.speed(host), 0});
  }
}

/// News may overtake each other.
void SiteTasks::take(const News& news) {
  auto& running_on = running_on_[position(news.host)];
  for (const auto& [task, date] : news.launched) {
    waiting_.erase(task);
    if (ended_.count(task) == 0 && running_.emplace(task, Run{news.host, date}).second)
      ++running_on;
  }
  for (const auto& [task, date] : news.ended) {
    waiting_.erase(task);
    if (running_.erase(task) > 0)
      --running_on;
    ended_[task] = {news.host, date};
  }
  loads_[position(news.host)] = {news.host, news.load.power, news.load.ert};
}

void SiteTasks::take(const FinishAnswer& answer) {
  for (const auto& [task, date] : answer.tasks)
    foreign_ends_[task] = date;
}

std::optional<int> SiteTasks::waits_on(TaskId task) const {
  const auto found = waiting_.find(task);
  return found == waiting_.end() || found->second == no_host ? std::nullopt : std::optional(found->second);
}

bool SiteTasks::has_unplaced() const {
  return std::any_of(waiting_.begin(), waiting_.end(), [](const auto& one) { return one.second == no_host; });
}

std::optional<int> SiteTasks::least_level() const {
  std::optional<int> least;
  for (const auto& [task, run] : running_)
    least = std::min(least.value_or(application_.level(task)), application_.level(task));
  return least;
}

std::set<int> SiteTasks::hosts_of_parents(TaskId task) const {
  std::set<int> hosts;
  for (const auto& parent : application_.parents(task))
    if (const auto waits = waits_on(parent.task))
      hosts.insert(*waits);
    else if (const auto run = running_.find(parent.task); run != running_.end())
      hosts.insert(run->second.host);
  return hosts;
}

std::vector<TaskId> SiteTasks::foreign_parents() const {
  std::set<TaskId> found;
  for (const auto& [task, host] : waiting_)
    for (const auto& parent : application_.parents(task))
      if (!has(parent.task))
        found.insert(parent.task);
  return {found.begin(), found.end()};
}

std::vector<TaskId> SiteTasks::foreign_children() const {
  std::set<TaskId> found;
  const auto add = [&](TaskId task) {
    for (const auto& child : application_.children(task))
      if (!has(child.task))
        found.insert(child.task);
  };
  for (const auto& [task, host] : waiting_)
    add(task);
  for (const auto& [task, run] : running_)
    add(task);
  return {found.begin(), found.end()};
}

bool SiteTasks::is_at_border(TaskId task) const {
  const auto is_elsewhere = [this](const Relative& relative) { return !has(relative.task); };
  const auto parents = application_.parents(task), children = application_.children(task);
  return std::any_of(parents.begin(), parents.end(), is_elsewhere) ||
         std::any_of(children.begin(), children.end(), is_elsewhere);
}

Flops SiteTasks::work_left(TaskId task, const Run& run, Seconds now) const {
  const auto at = position(run.host);
  const Flops done = loads_[at].power / running_on_[at] * (now - run.date);
  return std::max(0.0, application_.task(task).work - done);
}

Seconds SiteTasks::expected_end(TaskId task, const Run& run, Seconds now) const {
  const auto at = position(run.host);
  return now + work_left(task, run, now) / (loads_[at].power / running_on_[at]);
}

PendingInput SiteTasks::input_of(const Relative& parent, const Picture& picture, Seconds now) const {
  if (const auto inside = picture.positions.find(parent.task); inside != picture.positions.end())
    return {inside->second, no_host, 0, parent.data};
  if (const auto run = running_.find(parent.task); run != running_.end())
    return {-1, run->second.host, expected_end(parent.task, run->second, now), parent.data};
  if (const auto end = ended_.find(parent.task); end != ended_.end())
    return {-1, end->second.host, end->second.date, parent.data};
  const auto& planned = application_.planned(parent.task);
  const auto told = foreign_ends_.find(parent.task);
  return {-1, planned.resource, told == foreign_ends_.end() ? planned.end : told->second, parent.data};
}

PendingTask SiteTasks::described(TaskId task, const Picture& picture, Seconds now) const {
  PendingTask made{application_.task(task).work, waits_on(task).value_or(no_host), {}};
  for (const auto& parent : application_.parents(task))
    made.inputs.push_back(input_of(parent, picture, now));
  return made;
}

SiteTasks::Picture SiteTasks::picture(Seconds now) const {
  Picture made;
  for (const auto& [task, host] : waiting_)
    made.ids.push_back(task);
  std::sort(made.ids.begin(), made.ids.end(),
            [this](TaskId a, TaskId b) { return application_.comes_before(a, b); });
  for (const TaskId task : made.ids)
    made.positions.emplace(task, static_cast<int>(made.positions.size()));
  for (const TaskId task : made.ids)
    made.tasks.push_back(described(task, made, now));
  for (const auto& load : loads_)
    made.hosts.push_back({load.child, load.power, now});
  for (const auto& [task, run] : running_) {
    auto& host = made.hosts[position(run.host)];
    host.free_at += work_left(task, run, now) / host.power;
  }
  return made;
}

std::vector<Dated> SiteTasks::running_at_border(Seconds now) const {
  std::vector<Dated> ends;
  for (const auto& [task, run] : running_)
    if (is_at_border(task))
      ends.push_back({task, expected_end(task, run, now)});
  return ends;
}

} // namespace malha::easygrid::dag
