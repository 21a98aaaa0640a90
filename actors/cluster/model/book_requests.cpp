// SPDX-License-Identifier: MIT
// What jobs ask of the machines: fragments are checked when a job comes, and where it may run when it starts.
#include "book.hpp"
#include "policies/sdk/errors.hpp"

#include <algorithm>
#include <map>

namespace malha::cluster {

std::string Book::valid_machines() const {
  constexpr std::size_t most = 10;
  std::vector<std::string> first(names_.begin(),
                                 names_.begin() + static_cast<std::ptrdiff_t>(std::min(most, names_.size())));
  return "; valid: " + listed(first) + (names_.size() > most ? ", …" : "");
}

QueuedFragment Book::fragment_of(const Fragment& fragment, const Job& job) const {
  const auto who = [&] { return "job " + std::to_string(job.id) + " has a fragment "; };
  QueuedFragment queued{fragment.cpus, QueuedFragment::free, fragment.exclusive};
  if (!fragment.machine.empty()) {
    const auto named = std::find(names_.begin(), names_.end(), fragment.machine);
    if (named == names_.end())
      throw InputError(who() + "on machine '" + fragment.machine + "', which the cluster does not have" +
                       valid_machines());
    queued.machine = static_cast<int>(named - names_.begin());
  }
  int most = 0;
  for (int machine = 0; machine < static_cast<int>(machines_.size()); ++machine)
    if (queued.machine == QueuedFragment::free || queued.machine == machine)
      most = std::max(most, machines_[static_cast<std::size_t>(machine)].cpus);
  if (fragment.cpus > most)
    throw InputError(
        who() + "of " + std::to_string(fragment.cpus) + " CPUs, which " +
        (fragment.machine.empty() ? "no machine has" : "machine '" + fragment.machine + "' has not") +
        "; valid: at most " + std::to_string(most));
  return queued;
}

std::unique_ptr<const Request> Book::request_of(const Job& job) const {
  if (!asks_for_more_than_size(job) && job.extensions.empty())
    return nullptr;
  if (job.service != ServiceClass::common && !job.deadline)
    throw InputError("job " + std::to_string(job.id) + " is a " +
                     (job.service == ServiceClass::qos ? "QoS" : "emergency") +
                     " job without a deadline; valid: a date");
  auto request = std::make_unique<Request>();
  for (const auto& fragment : job.fragments)
    request->fragments.push_back(fragment_of(fragment, job));
  request->service = job.service;
  request->deadline = job.deadline.value_or(never);
  request->extensions = job.extensions;
  request->memory = memory_of(job);
  return request;
}

void Book::check(const Move& move) const {
  check(move.job, LiveJob::State::waits, "moves");
  const auto& job = jobs_[move.job].queued;
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it moves fragment " + std::to_string(move.fragment) + " of job " +
                     std::to_string(job.id) + what);
  };
  const auto fragments = static_cast<int>(fragments_of(job).size());
  if (move.fragment < 0 || move.fragment >= fragments)
    fail(", which has " + std::to_string(fragments));
  for (const int machine : {move.from, move.to})
    if (machine < 0 || machine >= static_cast<int>(machines_.size()))
      fail(" from machine " + std::to_string(move.from) + " to " + std::to_string(move.to) + " of " +
           std::to_string(machines_.size()));
}

void Book::take_nodes(LiveJob& job, const Start& start) {
  if (shared_)
    shared_->check(job.queued, start.machines, names_);
  if (start.machines.empty() && job.request && !job.request->fragments.empty())
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) +
                     " without a machine for each of its " + std::to_string(job.request->fragments.size()) +
                     " fragments; valid: a policy that places fragments, or fragments=ignore");
  if (start.machines.empty() && start.nodes.empty()) {
    if (job.queued.size > free_.size())
      throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + " on " +
                       std::to_string(job.queued.size) + " nodes with " + std::to_string(free_.size()) +
                       " free");
    return free_.take_lowest(job.queued.size, job.nodes);
  }
  if (start.machines.empty())
    check_nodes(job, start.nodes);
  job.nodes = start.machines.empty() ? start.nodes : cpus_on(job, start.machines);
  free_.remove(job.nodes);
}

void Book::check_nodes(const LiveJob& job, const IndexSet& nodes) const {
  const auto who = [&] { return "it starts job " + std::to_string(number_of(job.task)) + " on "; };
  if (nodes.size() != job.queued.size)
    throw BrokenRule(who() + std::to_string(nodes.size()) + " nodes, and it needs " +
                     std::to_string(job.queued.size));
  if (!free_.contains(nodes))
    throw BrokenRule(who() + "nodes " + nodes.text() + ", which are not all free");
}

/// The lowest free CPUs of the machines, after all that their fragments ask for was checked.
IndexSet Book::cpus_on(const LiveJob& job, const std::vector<int>& machines) const {
  const auto fragments = fragments_of(job.queued);
  const auto fail = [&](const std::string& what) {
    throw BrokenRule("it starts job " + std::to_string(number_of(job.task)) + what);
  };
  if (machines.size() != fragments.size())
    fail(" on " + std::to_string(machines.size()) + " machines, and it has " +
         std::to_string(fragments.size()) + " fragments");
  std::map<int, std::vector<QueuedFragment>> by_machine;
  for (std::size_t i = 0; i < fragments.size(); ++i) {
    if (machines[i] < 0 || machines[i] >= static_cast<int>(machines_.size()))
      fail(" on machine " + std::to_string(machines[i]) + " of " + std::to_string(machines_.size()));
    if (fragments[i].machine != QueuedFragment::free && fragments[i].machine != machines[i])
      fail(" on " + machine_name(machines[i]) + ", and its fragment " + std::to_string(i) + " names " +
           machine_name(fragments[i].machine));
    by_machine[machines[i]].push_back(fragments[i]);
  }
  IndexSet taken;
  for (const auto& [number, here] : by_machine) {
    if (here.size() > 1 &&
        std::any_of(here.begin(), here.end(), [](const auto& one) { return one.exclusive; }))
      fail(" with another of its fragments beside an exclusive one, on " + machine_name(number));
    const Machine& machine = machines_[static_cast<std::size_t>(number)];
    const IndexSet free = free_.within(machine.first, machine.cpus);
    int cpus = 0;
    for (const auto& fragment : here)
      cpus += fragment.cpus;
    if (cpus > free.size())
      fail(" on " + std::to_string(cpus) + " CPUs of " + machine_name(number) + " with " +
           std::to_string(free.size()) + " free");
    taken.insert(free.lowest(cpus));
  }
  return taken;
}

} // namespace malha::cluster
