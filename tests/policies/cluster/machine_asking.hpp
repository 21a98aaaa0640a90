// SPDX-License-Identifier: MIT
#pragma once
#include "queue_asking.hpp"
#include "tests/policies/multicluster/fragments.hpp"

namespace malha::test {

using Texts = std::vector<std::string>;
using Fragments = std::vector<cluster::QueuedFragment>;

/// A cluster of machines under a queue policy, date by date: decisions are carried out. Jobs are numbered,
/// and have the handles, in the order of their submission.
class MachineAsking {
public:
  MachineAsking(const std::string& policy, const std::map<std::string, std::string>& parameters,
                const std::vector<int>& cpus)
      : policy_(make<cluster::Queue>(policy, parameters)) {
    for (const int here : cpus) {
      machines_.push_back({cpus_, here});
      cpus_ += here;
    }
    free_ = IndexSet(0, cpus_);
  }

  Seconds now = 0;

  /// A job of those fragments, submitted now.
  void submit(Seconds walltime, const Fragments& fragments, ServiceClass service = ServiceClass::common,
              Seconds deadline = never) {
    int size = 0;
    for (const auto& fragment : fragments)
      size += fragment.cpus;
    requests_.push_back({fragments, service, deadline, {}});
    add({0, 0, now, walltime, size, &requests_.back()});
  }
  /// A job of CPUs anywhere.
  void submit(Seconds walltime, int size) { add({0, 0, now, walltime, size, nullptr}); }

  /// Ends a job that runs.
  void end(cluster::JobHandle job) { leave(job); }
  /// The CPU goes down, and the job on it is queued again.
  void lose(int cpu, cluster::JobHandle job) {
    leave(job);
    free_.remove(IndexSet(cpu, 1));
    down_.insert(IndexSet(cpu, 1));
    changes_.promises_void = true;
    const auto behind =
        std::find_if(queue_.begin(), queue_.end(), [&](const auto& other) { return other.id > job; });
    changes_.arrived.push_back(*queue_.insert(behind, jobs_[job]));
  }
  /// A job that waits is taken out of the queue, to run elsewhere.
  void withdraw(cluster::JobHandle job) {
    queue_.remove_if([&](const auto& other) { return other.handle == job; });
    changes_.withdrawn.push_back(job);
    changes_.promises_void = true;
  }
  /// The job is now expected to end then.
  void outlives(cluster::JobHandle job, Seconds expected_end) {
    running_of(job)->expected_end = expected_end;
    sort_running();
    changes_.promises_void = true;
  }

  /// Asks, and carries the decision out. Starts are "job: machine machine …".
  const cluster::Decision& decide(bool explain = true) {
    decision_ = policy_->decide(
        {now, cpus_ - down_.size(), free_, down_, machines_, queue_, running_, changes_, explain});
    changes_ = {};
    for (const auto handle : decision_.drop)
      queue_.remove_if([&](const auto& job) { return job.handle == handle; });
    for (const auto& start : decision_.start)
      begin(start);
    sort_running();
    return decision_;
  }

  Texts starts() {
    Texts texts;
    for (const auto& start : decide().start) {
      texts.push_back(std::to_string(start.job) + ":");
      for (const int machine : start.machines)
        texts.back() += ' ' + std::to_string(machine);
    }
    return texts;
  }
  Texts reasons() { return QueueAsking::reasons(decide()); }

private:
  void add(cluster::QueuedJob job) {
    job.handle = static_cast<cluster::JobHandle>(jobs_.size());
    job.id = static_cast<TaskId>(job.handle);
    jobs_.push_back(job);
    queue_.push_back(job);
    changes_.arrived.push_back(job);
  }

  /// The lowest free CPUs of its machines are taken.
  void begin(const cluster::Start& start) {
    const auto& job = jobs_[start.job];
    const auto fragments = cluster::fragments_of(job);
    ASSERT_EQ(start.machines.size(), fragments.size());
    IndexSet taken;
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      const auto& machine = machines_.at(static_cast<std::size_t>(start.machines[i]));
      const auto free = free_.within(machine.first, machine.cpus);
      ASSERT_LE(fragments[i].cpus, free.size());
      const auto here = free.lowest(fragments[i].cpus);
      free_.remove(here);
      taken.insert(here);
    }
    held_[start.job] = taken;
    running_.push_back({now + job.walltime, job.id, job.handle, job.size});
    queue_.remove_if([&](const auto& other) { return other.handle == start.job; });
  }

  std::vector<cluster::Release>::iterator running_of(cluster::JobHandle job) {
    const auto found =
        std::find_if(running_.begin(), running_.end(), [&](const auto& one) { return one.handle == job; });
    if (found == running_.end())
      throw std::logic_error("job " + std::to_string(job) + " does not run");
    return found;
  }

  void leave(cluster::JobHandle job) {
    changes_.ended.push_back(*running_of(job));
    running_.erase(running_of(job));
    free_.insert(held_.extract(job).mapped());
  }

  void sort_running() {
    std::sort(running_.begin(), running_.end(), [](const auto& a, const auto& b) {
      return a.expected_end != b.expected_end ? a.expected_end < b.expected_end : a.id < b.id;
    });
  }

  std::unique_ptr<cluster::Queue> policy_;
  std::vector<cluster::Machine> machines_;
  int cpus_ = 0;
  IndexSet free_, down_;
  std::list<cluster::Request> requests_;
  std::vector<cluster::QueuedJob> jobs_; ///< by handle
  std::list<cluster::QueuedJob> queue_;
  std::vector<cluster::Release> running_;
  std::map<cluster::JobHandle, IndexSet> held_;
  cluster::Changes changes_;
  cluster::Decision decision_;
};

} // namespace malha::test
