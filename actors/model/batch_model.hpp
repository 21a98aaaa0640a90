// SPDX-License-Identifier: MIT
#pragma once
#include "admission.hpp"
#include "agenda.hpp"
#include "arrivals.hpp"
#include "batch_book.hpp"

namespace malha::cluster {

/// Hears what happens in a batch scheduler, while it happens.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&, Seconds /*now*/) {}
  /// The task is larger than the cluster.
  virtual void rejected(const Job&, const Task&) {}
  virtual void started(const LiveJob&, const Start&) {}
  /// The policy ends the attempt; then comes `ended`, or `cut_short`.
  virtual void stopped(const LiveJob&) {}
  virtual void ended(const LiveJob&, Seconds /*start*/, Seconds /*end*/, FinalState) {}
  /// An attempt does not end its job, which waits again.
  virtual void cut_short(const LiveJob&, Seconds /*now*/, const char* /*why*/) {}
  virtual void dropped(const LiveJob&, Seconds /*now*/) {}
  virtual void node_down(int /*node*/, Seconds /*date*/) {}
  virtual void node_up(int /*node*/, Seconds /*date*/) {}
  /// Promises made so far need not be kept.
  virtual void promises_are_void(Seconds /*now*/) {}
  /// Running jobs were stopped; the rest of the decision is still to be carried out.
  virtual void decided(const Decision&, const Book&, Seconds /*now*/) {}
  virtual void round_is_over(const Book&, Seconds /*now*/) {}
};

/// How a batch scheduler deals with its jobs.
struct BatchRules {
  bool plans_ends = true;         ///< otherwise they are reported
  bool reports_take_time = false; ///< a job may be known to have ended after its end
  bool extends = false;           ///< a job that reaches its walltime runs on
  bool explains = false;          ///< the reasons of decisions are wanted
};

/// What a batch scheduler does, without messages, hosts and clock: a book of jobs and nodes, an agenda of
/// ends, and the rounds in which it asks its policy. At one date a round takes what has happened in the order
/// of Event::Kind, and then decides once. Dates never go back.
class BatchModel {
public:
  BatchModel(Book book, Queue& policy, Arrivals& arrivals, const Admission& admission,
             const BatchRules& rules = {})
      : rules_(rules), admission_(admission), policy_(policy), arrivals_(arrivals), book_(std::move(book)) {}

  /// It hears everything from now on.
  void add(Listener& listener) { listeners_.push_back(&listener); }

  /// Takes all that is due, and decides. Throws BrokenRule when the decision breaks a rule, and InputError
  /// when a job asks for what cannot be.
  void round(Seconds date);
  /// The date of the next round if nothing is seen or reported before.
  Seconds next();

  /// A job has come as a message.
  void submit(const Job& job);
  /// A node was switched. To be called when that was seen; a round takes it.
  void switched(int node, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(node), is_on, date);
  }
  /// A job that runs has ended, as was reported.
  void report_end(JobHandle handle, Seconds start, Seconds end, bool killed);
  /// The date goes on, if that is later.
  void advance(Seconds date) { date_ = std::max(date_, date); }

  const BatchRules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// Of the last round, or of the last report.
  Seconds date() const { return date_; }
  /// Nothing waits, runs or will come.
  bool is_over() { return book_.idle() && !arrivals_.more(); }
  /// Brings the integrals of the book up to its date.
  void close() { book_.advance(date_); }

private:
  /// Calls one function of each listener.
  template <class... Args, class... Given>
  void tell(void (Listener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  /// Its job has ended, or was put back in the queue, before.
  bool is_stale(const Event& event) const {
    return event.kind < Event::host_switch &&
           !book_.is_current(event.place, static_cast<std::uint32_t>(event.attempt));
  }

  void take_due(Event::Kind last);
  void take(const Event& event);
  void outlived(const Event& event);
  void take_switch(const Event& event);
  void admit_tasks(const Job& job);
  void decide();
  void check(const Decision& decision) const;
  bool is_hopeless(const Decision& decision);
  void stop(const Stop& stop);
  void start(const Start& how);
  void requeue(JobHandle handle, const char* why);

  const BatchRules rules_;
  const Admission admission_;
  Queue& policy_;
  Arrivals& arrivals_;
  std::vector<Listener*> listeners_;
  Book book_;
  Agenda agenda_;
  Seconds date_ = 0; ///< planned: the clock of a simulation may differ from it in the last digits
  Seconds stalled_since_ = 0;
};

} // namespace malha::cluster
