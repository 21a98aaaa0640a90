// SPDX-License-Identifier: MIT
#include "shared_machines.hpp"

#include "policies/multicluster/application.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::cluster {

Bytes memory_of(const Job& job) {
  const auto* application = multicluster::application_in(job.extensions);
  return application != nullptr ? application->memory : 0;
}

bool SharedMachines::could_hold(int tasks, Bytes memory) const { return tasks <= most_tasks(memory); }

int SharedMachines::most_tasks(Bytes memory) const {
  return static_cast<int>(
      std::count_if(machines_.begin(), machines_.end(), [&](const SharedMachine& machine) {
        return memory <= machine.memory - (users_stay_ ? machine.user_memory : 0);
      }));
}

bool SharedMachines::may_take(int machine, Bytes memory) const {
  const auto& one = machines_[static_cast<std::size_t>(machine)];
  return static_cast<int>(one.tasks.size()) < slots_ && memory <= one.free();
}

void SharedMachines::check(const QueuedJob& job, const std::vector<int>& on,
                           const std::vector<std::string>& names) const {
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it starts job " + std::to_string(job.id) + what);
  };
  if (on.size() != static_cast<std::size_t>(job.size))
    fail(" on " + std::to_string(on.size()) + " machines, and it has " + std::to_string(job.size) +
         " tasks; valid: a machine for each task");
  std::vector<bool> seen(machines_.size());
  for (const int number : on) {
    if (number < 0 || number >= static_cast<int>(machines_.size()))
      fail(" on machine " + std::to_string(number) + " of " + std::to_string(machines_.size()));
    const auto at = static_cast<std::size_t>(number);
    if (seen[at])
      fail(" with two tasks on " + names[at] + "; valid: at most one");
    seen[at] = true;
    const auto& machine = machines_[at];
    if (static_cast<int>(machine.tasks.size()) >= slots_)
      fail(" on " + names[at] + ", which has " + std::to_string(machine.tasks.size()) +
           " tasks; valid: at most mpl=" + std::to_string(slots_));
    if (memory_of(job) > machine.free())
      fail(" on " + names[at] + " with " + shortest(memory_of(job)) + " B of memory; valid: at most " +
           shortest(std::max(0.0, machine.free())) + " B, which are left there");
  }
}

void SharedMachines::start(const QueuedJob& job, const std::vector<int>& on) {
  for (const int machine : on)
    machines_[static_cast<std::size_t>(machine)].tasks.push_back({job.handle, memory_of(job)});
}

void SharedMachines::end(JobHandle job) {
  for (auto& machine : machines_)
    machine.tasks.erase(std::remove_if(machine.tasks.begin(), machine.tasks.end(),
                                       [&](const SharedTask& task) { return task.job == job; }),
                        machine.tasks.end());
}

bool SharedMachines::set_local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
  users_stay_ = stay;
  bool has_changed = false;
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    auto& machine = machines_[i];
    has_changed = has_changed || machine.has_user != users[i].has_value() ||
                  machine.user_memory != users[i].value_or(0);
    machine.has_user = users[i].has_value();
    machine.user_memory = users[i].value_or(0);
  }
  return has_changed;
}

} // namespace malha::cluster
