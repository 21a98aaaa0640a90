// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/ready_tasks.hpp"
#include "decisions.hpp"
#include "ending.hpp"
#include "iteration.hpp"
#include "messages.hpp"

namespace malha::easygrid {

/// The scheduling of a site manager or a global manager for the level below, its children. It distributes
/// tasks (tonelli2010, Alg. 5), moves ready tasks from one child to others (Algs. 2 and 6), and ends the
/// children. Children are numbered from 0.
class Scheduling {
public:
  /// The names of the metrics that count rebalancing events.
  struct Metrics {
    const char* events;
    const char* accepted;
  };
  using Send = std::function<void(int child, Order order)>;

  static std::vector<ParameterSpec> parameters();

  Scheduling(ActorContext& context, Iteration& iteration, Metrics metrics, Send send);

  /// `host` is where the child runs.
  void add_child(const std::string& host, FlopsPerSecond power);
  /// The loads of the children, as they last reported. Until its first report a child has power 0 and ert 0.
  const std::vector<ChildLoad>& loads() const { return loads_; }
  /// Takes a report of a child; `message` is the kind of message that brought it.
  void update(int child, const Load& load, const char* message);

  /// Distributes the jobs of the workload that are due. Only the entry point calls it.
  void admit_jobs();
  /// Distributes tasks of the level above by the power of the children.
  void take_over(const std::vector<Task>& tasks);
  /// That number of tasks has ended, or was given to another site.
  void drop(std::size_t tasks) { unfinished_ -= static_cast<std::int64_t>(tasks); }
  /// A task of a DAG has ended: tasks that waited for it may be ready. Only the entry point calls it.
  void ended(TaskId task);
  /// Whether all tasks of the workload have ended. Only the entry point calls it.
  bool all_tasks_ended();

  /// Asks a child for tasks if the policy decides so. There is one such event at a time.
  void check_balance();
  /// Calls `check_balance` if parameter `check` demands a check after each monitoring message. The actor
  /// calls it after each such message.
  void check_after_message();
  bool event_under_way() const { return !receivers_.empty(); }
  /// Ends the event: distributes the tasks that the asked child has given up to the receivers.
  void end_event(const std::vector<Task>& given);

  /// Sends the end to the children, then gives messages to `handle` until all have acknowledged.
  template <class Message, class Handle>
  void end_children(Inbox<Message>& inbox, Handle&& handle) {
    for (const auto& power : powers_)
      send_(power.child, End{});
    ending_.wait_for(powers_.size(), inbox, handle);
  }
  void child_ended() { ending_.child_ended(); }

private:
  /// A child, for balance.csv.
  struct Child {
    std::string host;
    const char* message = "";
    std::optional<Seconds> reported;
  };

  /// Names the manager in balance.csv.
  std::string name() const;
  void explain(const Rebalance& decision);
  void explain_answer(std::size_t tasks);
  void distribute(const std::vector<Task>& tasks, const std::vector<Share>& shares);

  ActorContext& context_;
  Iteration& iteration_;
  const Metrics metrics_;
  const Send send_;
  const Decisions decisions_;
  const Seconds check_interval_;
  const bool checks_after_messages_, interval_follows_events_;
  std::vector<Share> powers_; ///< of the children, as the platform gives them
  std::vector<ChildLoad> loads_;
  std::vector<Share> receivers_; ///< receivers of the event under way; empty: there is no event
  std::vector<Child> children_;
  std::int64_t events_ = 0; ///< checks after which tasks were asked for
  int giver_ = 0;           ///< of the last event
  Seconds last_check_ = 0;
  std::int64_t unfinished_ = 0;
  ReadyTasks ready_; ///< of DAGs
  Ending ending_;
};

} // namespace malha::easygrid
