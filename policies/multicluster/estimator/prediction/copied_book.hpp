// SPDX-License-Identifier: MIT
#pragma once
#include "remaining.hpp"

#include <stdexcept>

namespace malha::multicluster {

/// A job in the copy of a book.
struct CopiedJob {
  enum class State { waits, runs, gone };

  cluster::QueuedJob queued;                ///< its handle is its place in the copy
  std::optional<cluster::JobHandle> handle; ///< in the real book; the job that is asked for has none
  State state = State::waits;
  KnownJob known;
  std::list<cluster::QueuedJob>::iterator place;
  Seconds start = 0;
  Seconds expected_end = never;
  IndexSet slots;
  std::vector<int> nodes;
  Remaining remaining;
};

/// A copy of the book of a cluster's scheduler, in which time advances: jobs start and end as predicted, and
/// the policy of the queue sees what it would see of the real book. The job that is asked for is the last one
/// of the queue.
class CopiedBook {
public:
  CopiedBook(const ClusterState& cluster, const AskedJob& asked, const RunningJobs& running)
      : cluster_(cluster), free_(cluster.free) {
    jobs_.reserve(cluster.running.size() + cluster.queue.size() + 1);
    if (cluster.shared != nullptr)
      for (const auto& machine : *cluster.shared)
        shared_.emplace_back(machine).tasks.clear();
    for (const auto& release : cluster.running)
      add_running(release, running[release.id]);
    for (const auto& job : cluster.queue)
      add_waiting(job, job.handle);
    const Seconds dedicated = multicluster::known(asked).dedicated();
    add_waiting(
        {0, asked.id, cluster.now, dedicated > 0 ? dedicated : least_walltime, asked.size, request_of(asked)},
        std::nullopt);
    jobs_.back().known = multicluster::known(asked);
  }

  CopiedBook(const CopiedBook&) = delete;
  CopiedBook& operator=(const CopiedBook&) = delete;

  cluster::QueueView view(Seconds now) const {
    return {now,
            slots() - cluster_.down.size(),
            free_,
            cluster_.down,
            cluster_.machines,
            queue_,
            running_,
            changes_,
            false,
            cluster_.shared != nullptr ? &shared_ : nullptr};
  }
  void clear_changes() { changes_ = {}; }
  /// The policy is asked for the first time: it never knew of jobs that ran before.
  void forget_past() {
    changes_.ended.clear();
    changes_.promises_void = false;
  }

  const CopiedJob& operator[](cluster::JobHandle handle) const { return jobs_[handle]; }
  CopiedJob& operator[](cluster::JobHandle handle) { return jobs_[handle]; }
  const CopiedJob& asked() const { return jobs_.back(); }
  const std::vector<cluster::Release>& running() const { return running_; }

  /// Starts a job. Throws std::logic_error when the policy of the queue may not do that.
  CopiedJob& start(const cluster::Start& how, Seconds now) {
    auto& job = at(how.job, CopiedJob::State::waits);
    job.slots = slots_for(job, how);
    if (job.slots.size() != job.queued.size || !free_.contains(job.slots))
      fail(job, "starts");
    free_.remove(job.slots);
    queue_.erase(job.place);
    if (job.handle)
      job.known = known(cluster_.facts(*job.handle), job.queued.size);
    job.state = CopiedJob::State::runs;
    job.nodes = nodes_of(job.slots, cluster_.machines);
    job.start = now;
    job.expected_end = now + job.queued.walltime;
    insert(release_of(job));
    show_tasks(job, cluster::memory_of(job.queued));
    return job;
  }

  void end(cluster::JobHandle handle) {
    leave(at(handle, CopiedJob::State::runs));
    jobs_[handle].state = CopiedJob::State::gone;
  }
  void requeue(cluster::JobHandle handle) {
    auto& job = at(handle, CopiedJob::State::runs);
    leave(job);
    job.nodes.clear();
    const auto behind = std::find_if(queue_.begin(), queue_.end(),
                                     [&](const auto& other) { return other.id > job.queued.id; });
    job.place = queue_.insert(behind, job.queued);
    job.state = CopiedJob::State::waits;
    changes_.arrived.push_back(job.queued);
  }
  void drop(cluster::JobHandle handle) {
    auto& job = at(handle, CopiedJob::State::waits);
    queue_.erase(job.place);
    job.state = CopiedJob::State::gone;
  }
  /// A job that outlives its walltime is expected to run as long again, and beyond now.
  void expect_longer(cluster::JobHandle handle, Seconds now) {
    auto& job = jobs_[handle];
    running_.erase(place_of(release_of(job)));
    job.expected_end = job.start + 2 * (job.expected_end - job.start);
    if (!(job.expected_end > now))
      job.expected_end = now + least_walltime;
    insert(release_of(job));
    changes_.promises_void = true;
  }

private:
  static constexpr Seconds least_walltime = 1; ///< as in the real book

  /// What the job asks for beyond its size, with the memory of its application; null: nothing.
  const cluster::Request* request_of(const AskedJob& asked) {
    if (asked.request == nullptr && asked.application == nullptr)
      return nullptr;
    if (asked.request != nullptr)
      asked_request_ = *asked.request;
    if (asked.application != nullptr)
      asked_request_.memory = asked.application->memory;
    return &asked_request_;
  }

  int slots() const {
    return cluster_.machines.empty() ? 0 : cluster_.machines.back().first + cluster_.machines.back().cpus;
  }

  void add_running(const cluster::Release& release, const Remaining& remaining) {
    const auto facts = cluster_.facts(release.handle);
    const auto number = static_cast<cluster::JobHandle>(jobs_.size());
    auto& job = jobs_.emplace_back();
    job.queued = {number, release.id, facts.start, release.expected_end - facts.start, release.size};
    job.handle = release.handle;
    job.state = CopiedJob::State::runs;
    job.known = known(facts, release.size);
    job.start = facts.start;
    job.expected_end = release.expected_end;
    job.slots = *facts.slots;
    job.nodes = nodes_of(job.slots, cluster_.machines);
    job.remaining = remaining;
    running_.push_back(release_of(job));
    show_tasks(job, facts.application != nullptr ? facts.application->memory : 0);
  }

  void add_waiting(cluster::QueuedJob queued, std::optional<cluster::JobHandle> handle) {
    queued.handle = static_cast<cluster::JobHandle>(jobs_.size());
    auto& job = jobs_.emplace_back();
    job.queued = queued;
    job.handle = handle;
    job.place = queue_.insert(queue_.end(), queued);
    changes_.arrived.push_back(queued);
  }

  static cluster::Release release_of(const CopiedJob& job) {
    return {job.expected_end, job.queued.id, job.queued.handle, job.queued.size, &job.slots};
  }
  std::vector<cluster::Release>::iterator place_of(const cluster::Release& release) {
    return std::lower_bound(running_.begin(), running_.end(), release, [](const auto& a, const auto& b) {
      return a.expected_end != b.expected_end ? a.expected_end < b.expected_end : a.id < b.id;
    });
  }
  void insert(const cluster::Release& release) { running_.insert(place_of(release), release); }

  void leave(CopiedJob& job) {
    const auto release = release_of(job);
    running_.erase(place_of(release));
    changes_.ended.push_back(release);
    free_.insert(job.slots);
    if (cluster_.shared != nullptr)
      for (const int node : job.nodes) {
        auto& tasks = shared_[static_cast<std::size_t>(node)].tasks;
        tasks.erase(std::find_if(tasks.begin(), tasks.end(),
                                 [&](const auto& task) { return task.job == job.queued.handle; }));
      }
  }

  /// Shows a task on each node of a job that starts.
  void show_tasks(const CopiedJob& job, Bytes memory) {
    if (cluster_.shared != nullptr)
      for (const int node : job.nodes)
        shared_[static_cast<std::size_t>(node)].tasks.push_back({job.queued.handle, memory});
  }

  CopiedJob& at(cluster::JobHandle handle, CopiedJob::State state) {
    if (handle >= jobs_.size() || jobs_[handle].state != state)
      throw std::logic_error("in a prediction the policy of the queue names job handle " +
                             std::to_string(handle) + ", which no " +
                             (state == CopiedJob::State::waits ? "waiting" : "running") + " job has");
    return jobs_[handle];
  }
  [[noreturn]] static void fail(const CopiedJob& job, const char* what) {
    throw std::logic_error("in a prediction the policy of the queue " + std::string(what) + " job " +
                           std::to_string(job.queued.id) + " on nodes that are not free, or not as many");
  }

  /// The slots that a start stands for: those named, the lowest free ones, or for each fragment the lowest
  /// free ones on its machine.
  IndexSet slots_for(const CopiedJob& job, const cluster::Start& how) const {
    if (!how.nodes.empty())
      return how.nodes;
    if (how.machines.empty())
      return job.queued.size <= free_.size() ? free_.lowest(job.queued.size) : IndexSet();
    const auto fragments = cluster::fragments_of(job.queued);
    if (fragments.size() != how.machines.size())
      fail(job, "places");
    IndexSet taken, free = free_;
    for (std::size_t i = 0; i < fragments.size(); ++i) {
      const auto& machine = cluster_.machines.at(static_cast<std::size_t>(how.machines[i]));
      const auto here = free.within(machine.first, machine.cpus);
      if (here.size() < fragments[i].cpus)
        fail(job, "places");
      const auto lowest = here.lowest(fragments[i].cpus);
      free.remove(lowest);
      taken.insert(lowest);
    }
    return taken;
  }

  const ClusterState& cluster_;
  IndexSet free_;
  std::vector<CopiedJob> jobs_; ///< by handle
  std::list<cluster::QueuedJob> queue_;
  std::vector<cluster::Release> running_;      ///< by (expected end, id)
  std::vector<cluster::SharedMachine> shared_; ///< if jobs share nodes
  cluster::Changes changes_;
  cluster::Request asked_request_;
};

} // namespace malha::multicluster
