// SPDX-License-Identifier: MIT
#include "requests.hpp"

#include "actors/model/broken_rule.hpp"
#include "policies/sdk/errors.hpp"
#include "shared_machines.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace malha::cluster {
namespace {

QueuedFragment fragment_of(const Fragment& fragment, const Job& job, const Machines& machines) {
  const auto who = [&] { return "job " + std::to_string(job.id) + " has a fragment "; };
  QueuedFragment queued{fragment.cpus, QueuedFragment::free, fragment.exclusive};
  if (!fragment.machine.empty()) {
    const auto& names = machines.names();
    const auto named = std::find(names.begin(), names.end(), fragment.machine);
    if (named == names.end())
      throw InputError(who() + "on machine '" + fragment.machine + "', which the cluster does not have" +
                       valid_machines(names));
    queued.machine = static_cast<int>(named - names.begin());
  }
  int most = 0;
  for (int machine = 0; machine < machines.count(); ++machine)
    if (queued.machine == QueuedFragment::free || queued.machine == machine)
      most = std::max(most, machines[machine].cpus);
  if (fragment.cpus > most)
    throw InputError(
        who() + "of " + std::to_string(fragment.cpus) + " CPUs, which " +
        (fragment.machine.empty() ? "no machine has" : "machine '" + fragment.machine + "' has not") +
        "; valid: at most " + std::to_string(most));
  return queued;
}

/// Searches places for the fragments of a job on unused machines. Tries all machines for each fragment.
class PlaceSearch {
public:
  PlaceSearch(std::vector<QueuedFragment> fragments, const Machines& machines, const IndexSet& lost)
      : fragments_(std::move(fragments)) {
    for (const auto& machine : machines.all())
      spaces_.push_back({lost.contains(machine.first) ? 0 : machine.cpus});
    std::sort(fragments_.begin(), fragments_.end(), [](const QueuedFragment& a, const QueuedFragment& b) {
      return std::pair(a.machine == QueuedFragment::free, -a.cpus) <
             std::pair(b.machine == QueuedFragment::free, -b.cpus);
    });
  }

  /// Whether there are places for the fragments from `next` on. Also returns true if the search takes too
  /// many steps to know.
  bool finds_places(std::size_t next = 0) {
    constexpr int most_steps = 10'000;
    if (next == fragments_.size() || ++steps_ > most_steps)
      return true;
    const auto& fragment = fragments_[next];
    for (std::size_t machine = 0; machine < spaces_.size(); ++machine) {
      auto& space = spaces_[machine];
      if (!may_hold(fragment, machine))
        continue;
      const Space before = std::exchange(space, {space.cpus - fragment.cpus, true, fragment.exclusive});
      if (finds_places(next + 1))
        return true;
      space = before;
    }
    return false;
  }

private:
  /// What the fragments that have places leave of a machine.
  struct Space {
    int cpus;
    bool is_used = false;
    bool is_closed = false; ///< to other fragments of the job
  };

  bool may_hold(const QueuedFragment& fragment, std::size_t machine) const {
    const auto& space = spaces_[machine];
    return (fragment.machine == QueuedFragment::free || fragment.machine == static_cast<int>(machine)) &&
           fragment.cpus <= space.cpus && !space.is_closed && !(fragment.exclusive && space.is_used);
  }

  std::vector<QueuedFragment> fragments_; ///< those that name a machine first, then the largest
  std::vector<Space> spaces_;             ///< by machine
  int steps_ = 0;
};

} // namespace

std::string valid_machines(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::vector<std::string> first(names.begin(),
                                 names.begin() + static_cast<std::ptrdiff_t>(std::min(most, names.size())));
  return "; valid: " + listed(first) + (names.size() > most ? ", …" : "");
}

std::unique_ptr<Request> request_of(const Job& job, const Machines& machines) {
  if (!asks_for_more_than_size(job) && job.extensions.empty())
    return nullptr;
  if (job.service != ServiceClass::common && !job.deadline)
    throw InputError("job " + std::to_string(job.id) + " is a " +
                     (job.service == ServiceClass::qos ? "QoS" : "emergency") +
                     " job without a deadline; valid: a date");
  auto request = std::make_unique<Request>();
  for (const auto& fragment : job.fragments)
    request->fragments.push_back(fragment_of(fragment, job, machines));
  request->service = job.service;
  request->deadline = job.deadline.value_or(never);
  request->extensions = job.extensions;
  request->memory = memory_of(job);
  return request;
}

IndexSet nodes_for(const QueuedJob& job, TaskId number, const std::vector<int>& on, const Machines& machines,
                   const IndexSet& free) {
  const auto fragments = fragments_of(job);
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it starts job " + std::to_string(number) + what);
  };
  if (on.size() != fragments.size())
    fail(" on " + std::to_string(on.size()) + " machines, and it has " + std::to_string(fragments.size()) +
         " fragments");
  std::map<int, std::vector<QueuedFragment>> by_machine;
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    if (on[i] < 0 || on[i] >= machines.count())
      fail(" on machine " + std::to_string(on[i]) + " of " + std::to_string(machines.count()));
    if (fragments[i].machine != QueuedFragment::free && fragments[i].machine != on[i])
      fail(" on " + machines.name(on[i]) + ", and its fragment " + std::to_string(i) + " names " +
           machines.name(fragments[i].machine));
    by_machine[on[i]].push_back(fragments[i]);
  }
  IndexSet taken;
  for (const auto& [machine, here] : by_machine) {
    if (here.size() > 1 &&
        std::any_of(here.begin(), here.end(), [](const auto& one) { return one.exclusive; }))
      fail(" with another of its fragments beside an exclusive one, on " + machines.name(machine));
    const IndexSet free_here = free.within(machines[machine].first, machines[machine].cpus);
    int cpus = 0;
    for (const auto& fragment : here)
      cpus += fragment.cpus;
    if (cpus > free_here.size())
      fail(" on " + std::to_string(cpus) + " CPUs of " + machines.name(machine) + " with " +
           std::to_string(free_here.size()) + " free");
    taken.insert(free_here.lowest(cpus));
  }
  return taken;
}

void check_move(const Move& move, const QueuedJob& job, const Machines& machines) {
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it moves fragment " + std::to_string(move.fragment) + " of job " +
                     std::to_string(job.id) + what);
  };
  const auto fragments = static_cast<int>(fragments_of(job).size());
  if (move.fragment < 0 || move.fragment >= fragments)
    fail(", which has " + std::to_string(fragments));
  for (const int machine : {move.from, move.to})
    if (machine < 0 || machine >= machines.count())
      fail(" from machine " + std::to_string(move.from) + " to " + std::to_string(move.to) + " of " +
           std::to_string(machines.count()));
}

bool could_start_without(const IndexSet& lost, bool one_a_machine, const QueuedJob& job,
                         const Machines& machines) {
  const int least = job.sizes != nullptr ? job.sizes->min : job.size;
  if (least > machines.most_tasks_without(lost, one_a_machine))
    return false;
  return job.request == nullptr || PlaceSearch(job.request->fragments, machines, lost).finds_places();
}

} // namespace malha::cluster
