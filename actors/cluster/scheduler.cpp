// SPDX-License-Identifier: MIT
#include "actors/runtime/mailbox.hpp"
#include "actors/workload/submission.hpp"
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <limits>
#include <queue>
#include <set>

namespace malha::cluster {
namespace {

constexpr Seconds never = std::numeric_limits<Seconds>::infinity();

/// A centralised batch scheduler over dedicated nodes. A job costs no actor and no activity: the scheduler
/// keeps its own queue of ends and sleeps until the next. At one date it sees ends, then submissions, and
/// then decides once.
class Scheduler : public Actor {
public:
  explicit Scheduler(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), queue_policy_(context.policy<Queue>()),
        waits_for_policy_("its policy to start a queued job"),
        jobs_come_as_messages_(context.simulation().transport() == Transport::network &&
                               !context.simulation().peers("workload/submitter").empty()) {
    for (const auto* host : context.simulation().hosts(context.parameters().text("nodes"))) {
      const int node = context.simulation().recorder().add_resource(host->get_name(), host->get_speed(),
                                                                    host->get_core_count(), "cluster", 1);
      speeds_.push_back(host->get_speed());
      free_.insert(node);
    }
  }

  void run() override {
    inbox_.open();
    while (true) {
      end_jobs();
      admit_jobs();
      decide();
      if (queue_.empty() && running_.empty() && !more_jobs())
        return;
      wait();
    }
  }

private:
  struct Running {
    Seconds end;
    Task task;
    Seconds start;
    std::vector<int> nodes;
    bool operator<(const Running& other) const {
      return end != other.end ? end > other.end
                              : task.id > other.task.id; // the earliest end on top of the heap
    }
  };

  static Seconds now() { return simgrid::s4u::Engine::get_clock(); }

  bool more_jobs() { return jobs_come_as_messages_ ? !last_seen_ : workload().peek() != nullptr; }
  Workload& workload() { return context_.simulation().workload(); }

  void end_jobs() {
    while (!running_.empty() && running_.top().end <= now()) {
      const Running& ended = running_.top();
      free_.insert(ended.nodes.begin(), ended.nodes.end());
      context_.simulation().recorder().finished(
          {ended.task, workload().name(), ended.task.resources > 1 ? "rigid" : "bag_of_tasks", "", "cluster",
           std::nullopt, ended.start, ended.end, ended.nodes});
      running_.pop();
    }
  }

  void admit_jobs() {
    if (jobs_come_as_messages_) {
      while (inbox_.ready())
        admit(inbox_.receive());
      return;
    }
    for (const Job* next; (next = workload().peek()) != nullptr && next->submitted <= now();)
      admit(context_.simulation().take_job());
  }

  void admit(EntryMessage&& message) {
    if (auto* submission = std::get_if<Submission>(&message))
      admit(submission->job);
    else
      last_seen_ = true;
  }

  void admit(const Job& job) {
    for (const auto& task : job.tasks) {
      if (task.input > 0 && context_.simulation().transport() == Transport::network)
        throw InputError(
            "workload '" + workload().name() + "': tasks have input data, which actor '" +
            context_.self().descriptor->name +
            "' does not move over a network; valid: --set workload.input=0, or --set transport=instant");
      if (task.resources > static_cast<int>(speeds_.size()))
        throw InputError("workload '" + workload().name() + "': job " + std::to_string(job.id) +
                         " asks for " + std::to_string(task.resources) + " nodes; actor '" +
                         context_.self().descriptor->name + "' has " + std::to_string(speeds_.size()));
      queue_.push_back(task);
    }
  }

  void decide() {
    if (queue_.empty())
      return;
    const QueueView view{now(), static_cast<int>(free_.size()), queue_};
    const auto chosen = queue_policy_.ask([&](auto& policy) { return policy.start_now(view); });
    queue_policy_.check_positions(chosen, queue_.size(), "queued job");
    if (!std::is_sorted(chosen.begin(), chosen.end()))
      queue_policy_.broke("the positions it starts are not increasing");
    for (const auto position : chosen)
      start(queue_[position]);
    remove(chosen);
  }

  void start(const Task& task) {
    if (task.resources > static_cast<int>(free_.size()))
      queue_policy_.broke("it starts job " + std::to_string(task.id) + " on " +
                          std::to_string(task.resources) + " nodes with " + std::to_string(free_.size()) +
                          " free");
    Running running{now(), task, now(), {}};
    for (int taken = 0; taken < task.resources; ++taken) {
      const int node = *free_.begin();
      free_.erase(free_.begin());
      running.nodes.push_back(node);
      running.end = std::max(running.end, now() + task.work / speeds_[static_cast<std::size_t>(node)]);
    }
    running_.push(std::move(running));
  }

  /// Positions increase; in a queue that is served in order they are its first ones, and the loop ends at
  /// once.
  void remove(const std::vector<std::size_t>& positions) {
    std::size_t first = 0;
    while (first < positions.size() && positions[first] == first)
      ++first;
    std::size_t kept = first, next = first;
    if (first < positions.size()) {
      for (std::size_t i = first; i < queue_.size(); ++i)
        if (next < positions.size() && positions[next] == i)
          ++next;
        else
          queue_[kept++] = queue_[i];
      queue_.resize(kept);
    }
    queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(first));
  }

  void wait() {
    const Seconds next_end = running_.empty() ? never : running_.top().end;
    if (jobs_come_as_messages_ && !last_seen_) {
      if (next_end == never)
        admit(inbox_.receive());
      else if (auto message = inbox_.receive_before(next_end))
        admit(std::move(*message));
      return;
    }
    const Job* next_job = jobs_come_as_messages_ ? nullptr : workload().peek();
    const Seconds next = std::min(next_end, next_job ? next_job->submitted : never);
    if (next < never) {
      simgrid::s4u::this_actor::sleep_until(next);
      return;
    }
    context_.waits_for = &waits_for_policy_;
    simgrid::s4u::this_actor::suspend();
  }

  ActorContext& context_;
  Inbox<EntryMessage> inbox_;
  PolicyUse<Queue> queue_policy_;
  const std::string waits_for_policy_;
  const bool jobs_come_as_messages_;
  bool last_seen_ = false;
  std::vector<FlopsPerSecond> speeds_; ///< of the nodes, by index
  std::set<int> free_;                 ///< nodes
  std::deque<Task> queue_;
  std::priority_queue<Running> running_;
};

} // namespace

MALHA_ACTOR(ActorDescriptor{
    "cluster/scheduler",
    "batch scheduler over dedicated nodes, allocated whole, lowest numbers first",
    "textbook",
    {text("nodes", "@role=worker", "the nodes of the cluster: a host name, a glob or a selector")},
    {{"", Queue::question}},
    {},
    {Shape::bag_of_tasks, Shape::rigid},
    false,
    make_actor<Scheduler>})

} // namespace malha::cluster
