// SPDX-License-Identifier: MIT
#include "manager_world.hpp"

#include <algorithm>
#include <numeric>

namespace malha::easygrid::testing {

std::map<int, std::vector<Task>> SimpleChoices::distribute(const std::vector<Task>& tasks,
                                                           const std::vector<Share>& shares) {
  std::map<int, std::vector<Task>> packages;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    packages[shares[i % shares.size()].child].push_back(tasks[i]);
  return packages;
}

std::optional<Rebalance> SimpleChoices::rebalance(const std::vector<ChildLoad>& loads) {
  Seconds sum = 0;
  const auto* most = &loads.front();
  for (const auto& load : loads) {
    sum += load.ert;
    if (load.ert > most->ert)
      most = &load;
  }
  if (loads.size() < 2 || !(most->ert > 2 * sum / static_cast<double>(loads.size())))
    return std::nullopt;
  Rebalance answer{most->child, 0.5, {}};
  for (const auto& load : loads)
    if (load.child != most->child)
      answer.receivers.push_back({load.child, 1});
  return answer;
}

std::vector<std::size_t> SimpleChoices::give_up(double fraction, const std::vector<Task>& ready) {
  std::vector<std::size_t> given(static_cast<std::size_t>(fraction * static_cast<double>(ready.size())));
  std::iota(given.begin(), given.end(), 0);
  return given;
}

std::vector<std::size_t> SimpleChoices::launch(const std::vector<Task>& ready, int running) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < ready.size() && running + static_cast<int>(i) < 2; ++i)
    chosen.push_back(i);
  return chosen;
}

ManagerWorld::ManagerWorld(const Setup& setup, std::uint64_t seed, Tamper tamper)
    : setup_(setup), grid_(setup.site_of, std::vector<FlopsPerSecond>(setup.site_of.size(), 1)),
      random_(seed), tamper_(std::move(tamper)), managers_(setup.site_of.size()), starts_(setup.tasks.size()),
      ends_(setup.tasks.size()) {
  application_.reserve(setup.tasks.size());
  for (std::size_t i = 0; i < managers_.size(); ++i) {
    managers_[i].model = std::make_unique<Model>(grid_, static_cast<int>(i), choices_, application_, 0);
    managers_[i].next = drawn(0, setup.iteration);
  }
}

void ManagerWorld::live(Seconds until) {
  while (!has_finished_ && now_ < until) {
    const auto next = std::min_element(managers_.begin(), managers_.end(),
                                       [](const auto& a, const auto& b) { return a.next < b.next; });
    now_ = next->next;
    while (application_.size() < setup_.tasks.size() && setup_.tasks[application_.size()].first <= now_) {
      Task task;
      task.id = static_cast<TaskId>(application_.size());
      task.work = setup_.tasks[application_.size()].second;
      application_.push_back(task);
    }
    const int manager = static_cast<int>(next - managers_.begin());
    next->next = is_up(manager, now_) ? now_ + setup_.iteration : never;
    if (is_up(manager, now_))
      iterate(manager);
  }
}

/// A message is lost where one of the two hosts goes down before it has come.
void ManagerWorld::iterate(int manager) {
  auto& one = managers_[static_cast<std::size_t>(manager)];
  std::sort(one.coming.begin(), one.coming.end(),
            [](const Flight& a, const Flight& b) { return a.arrival < b.arrival; });
  while (!one.coming.empty() && one.coming.front().arrival <= now_) {
    const auto flight = one.coming.front();
    one.coming.erase(one.coming.begin());
    if (is_up(flight.from, flight.arrival))
      one.model->take(flight.message, now_);
  }
  for (auto task = one.running.begin(); task != one.running.end();)
    if (task->first <= now_) {
      ++ends_[static_cast<std::size_t>(task->second.id)];
      ended_on_.emplace(task->second.id, manager);
      one.model->ended(task->second, 1);
      task = one.running.erase(task);
    } else {
      ++task;
    }
  one.model->step(now_, 1, application_.size() == setup_.tasks.size());
  act(manager, one.model->take_output());
}

void ManagerWorld::act(int manager, Model::Output output) {
  for (auto& [to, message] : output.messages) {
    if (!tamper_ || tamper_(manager, to, message))
      managers_[static_cast<std::size_t>(to)].coming.push_back(
          {now_ + drawn(0.01, setup_.longest_message), manager, std::move(message)});
  }
  for (const auto& task : output.launched) {
    ++starts_[static_cast<std::size_t>(task.id)];
    managers_[static_cast<std::size_t>(manager)].running.emplace_back(now_ + task.work, task);
  }
  for (const auto& [task, host] : output.counted) {
    has_lied_ = has_lied_ || ended_on_.count({task, host}) == 0;
    counted_.insert(task);
  }
  has_finished_ = has_finished_ || output.has_finished;
  totals_.sites_taken_over += output.sites_taken_over;
  totals_.grids_taken_over += output.grids_taken_over;
  totals_.given_up += output.given_up;
  totals_.events_accepted += output.events_accepted;
  totals_.grid_events_accepted += output.grid_events_accepted;
}

} // namespace malha::easygrid::testing
