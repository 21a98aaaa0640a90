// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "actors/model/arrivals.hpp"
#include "admission.hpp"
#include "book.hpp"

#include <functional>

namespace malha::cluster {

/// Hears what happens in a batch scheduler, when it happens.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&, Seconds /*now*/) {}
  /// The cluster could never start the task, which is refused.
  virtual void rejected(const Job&, const Task&) {}
  virtual void started(const LiveJob&, const Start&) {}
  /// The policy stops the job, or the job has lost a node too often. `ended` or `cut_short` follows.
  virtual void stopped(const LiveJob&) {}
  virtual void ended(const LiveJob&, Seconds /*start*/, Seconds /*end*/, FinalState) {}
  /// An attempt did not end its job, which is put back in the queue.
  virtual void cut_short(const LiveJob&, Seconds /*now*/, const char* /*why*/) {}
  virtual void dropped(const LiveJob&, Seconds /*now*/) {}
  /// A part of a job that runs in several clusters has got its nodes. It may begin later than at `start`.
  virtual void part_placed(const LiveJob&) {}
  /// The part has left them. `end` is `never` where it has not begun.
  virtual void part_left(const LiveJob&, Seconds /*end*/) {}
  /// A job that waited was taken from the queue, to run elsewhere.
  virtual void withdrawn(const LiveJob&, Seconds /*now*/) {}
  virtual void node_down(int /*node*/, Seconds /*date*/) {}
  virtual void node_up(int /*node*/, Seconds /*date*/) {}
  /// Nobody need keep the promises that were made so far.
  virtual void promises_are_void(Seconds /*now*/) {}
  /// Local users of shared machines have come or gone.
  virtual void users_changed(Seconds /*now*/) {}
  /// The policy has decided. Jobs that it stops are stopped; the rest of the decision is still to be carried
  /// out.
  virtual void decided(const Decision&, const Book&, Seconds /*now*/) {}
  virtual void round_is_over(const Book&, Seconds /*now*/) {}
};

/// The rules by which a batch scheduler treats its jobs.
struct Rules {
  bool plans_ends = true;         ///< the model plans when jobs end; otherwise their ends are reported
  bool reports_take_time = false; ///< the end of a job may become known later than it happens
  bool extends = false;           ///< a job that reaches its walltime goes on
  bool explains = false;          ///< the policy is to give the reasons of its decisions
  /// How often at most a job that has lost a node is put back in the queue. After that it is killed.
  std::optional<std::int64_t> requeue_limit = {};
};

/// What a batch scheduler does, without messages, hosts and clock. The model has a book of jobs and nodes,
/// and an agenda of planned ends. In each round it takes what has happened at one date, in the order of
/// Event::Kind, and then asks its policy once. Dates never go back.
class Model {
public:
  Model(Book book, Queue& policy, Arrivals& arrivals, const Admission& admission, const Rules& rules = {})
      : rules_(rules), admission_(admission), policy_(policy), arrivals_(arrivals), book_(std::move(book)) {}

  /// Adds a listener, which hears everything from now on.
  void add(Listener& listener) { listeners_.push_back(&listener); }

  /// From now on jobs leave checkpoints, at intervals that the policy gives. The speeds of nodes must not
  /// change.
  void leave_checkpoints(const Checkpointing& how) { checkpointing_.emplace(how); }

  /// Nodes may go for good. From now on jobs leave the queue for which too few are left: they are dropped, or
  /// given back to the meta-scheduler, which may know another cluster for them. `stays_down` says whether a
  /// node that is down never comes back.
  void watch_losses(std::function<bool(int)> stays_down, bool gives_back) {
    stays_down_ = std::move(stays_down);
    gives_back_ = gives_back;
  }
  /// The most tasks of a job that could run at once, on nodes that are up or come back.
  int nodes_left() const;

  /// Takes all that is due at the date, and asks the policy. Throws BrokenRule when the decision breaks a
  /// rule, and InputError when a job asks for something impossible.
  void round(Seconds date);
  /// Takes what ends until the date, and does not ask the policy. A scheduler tells a meta-scheduler of ends
  /// before the round at their date.
  void take_ends(Seconds date);
  /// The date of the next round, if nothing is seen or reported before.
  Seconds next();

  /// Takes a job that has come as a message. `expected` is the run time that is planned with; nothing: its
  /// walltime.
  void submit(const Job& job, std::optional<Seconds> expected = {});
  /// Takes the switch of a node. It is called when the switch was seen; the next round deals with it.
  void switched(int node, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(node), is_on, date);
  }
  /// The host of the scheduler goes, and these nodes with it: what they run is lost, and the queue is empty
  /// afterwards. Or it returns with these nodes. Listeners hear it from within SimGrid.
  void switched_with_scheduler(const std::vector<int>& nodes, bool is_on, Seconds date);
  /// Shows the local users of machines that jobs share, see SharedMachines.
  void local_users(const std::vector<std::optional<Bytes>>& users, bool stay) {
    if (!book_.local_users(users, stay))
      return;
    tell(&Listener::promises_are_void, date_);
    tell(&Listener::users_changed, date_);
  }
  /// Takes the reported end of a job that runs.
  void report_end(JobHandle handle, Seconds start, Seconds end, bool killed);
  /// Places a part of a job that runs in several clusters on nodes that are open, see Book::start_part.
  JobHandle place_part(const Job& part, const std::vector<int>& on);
  /// The part begins at that date.
  void begin_part(JobHandle handle, Seconds start);
  /// The part has ended at that date; `never`: it will not begin.
  void end_part(JobHandle handle, Seconds end);
  /// Takes a job from the queue, to run elsewhere. Returns whether it waited.
  bool withdraw(TaskId task);
  /// Moves the date of the model forward. An earlier date changes nothing.
  void advance(Seconds date) { date_ = std::max(date_, date); }

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// The date of the last round or report.
  Seconds date() const { return date_; }
  /// Whether nothing waits or runs, and no job will come.
  bool is_over() { return book_.idle() && !arrivals_.more(); }
  /// Brings the sums of the book up to the model's date.
  void close() { book_.advance(date_); }

private:
  /// Calls one function of every listener.
  template <class... Args, class... Given>
  void tell(void (Listener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  /// Whether the event is of no use any more, since its job has ended or was put back in the queue.
  bool is_stale(const Event& event) const {
    return event.kind < Event::host_switch &&
           !book_.is_current(event.place, static_cast<std::uint32_t>(event.attempt));
  }

  void take_due(Event::Kind last);
  void take(const Event& event);
  void outlived(const Event& event);
  void take_switch(const Event& event);
  void admit_tasks(const Job& job, std::optional<Seconds> expected);
  void watch(int node, bool is_on);
  void remove_what_is_too_large();
  void withdraw(JobHandle handle, void (Listener::*becomes)(const LiveJob&, Seconds));
  void decide();
  void check(const Decision& decision) const;
  bool is_hopeless(const Decision& decision);
  void stop(const Stop& stop);
  void start(const Start& how);
  void lose_node(JobHandle handle, Seconds date);
  void requeue(JobHandle handle, Seconds date, const char* why);
  void expect_end(const LiveJob& part);

  const Rules rules_;
  const Admission admission_;
  Queue& policy_;
  Arrivals& arrivals_;
  std::optional<Checkpointing> checkpointing_; ///< nothing: jobs leave no checkpoints
  std::function<bool(int)> stays_down_;        ///< where nodes may go for good
  bool gives_back_ = false;
  IndexSet lost_;         ///< nodes that have gone for good
  bool has_lost_ = false; ///< one of them, since jobs were last removed
  std::vector<Listener*> listeners_;
  Book book_;
  Agenda agenda_;
  Seconds date_ = 0; ///< as planned; the clock of a simulation may differ from it in the last digits
  Seconds stalled_since_ = 0;
};

} // namespace malha::cluster
