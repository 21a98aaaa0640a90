// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "actors/model/outages.hpp"
#include "cycle.hpp"
#include "listener.hpp"
#include "policies/sdk/speed_profile.hpp"

#include <deque>

namespace malha::ownership {

/// The rules of a pool. All times are in seconds.
struct Rules {
  bool plans_ends = true;        ///< the model plans ends; otherwise machines report ends and stops
  Seconds period = 20;           ///< time from one decision to the next
  Seconds phase = 0;             ///< date of the first decision
  Seconds offset = 10;           ///< time from a decision to its negotiation
  Seconds submission_delay = 10; ///< time until submitted tasks are ready
  Seconds detection_delay = 0;   ///< time until a failure is detected
  bool checkpoints = false;      ///< stopped tasks are kept in images, and resume anywhere
  Seconds checkpoint_cost = 0;   ///< time in which a machine writes an image
  ShareRules shares = {};
};

/// A pool of owned machines, without messages, hosts and clock. At fixed dates it asks which tasks must stop
/// (the decision), and some time later which tasks start where (the negotiation). A round processes the
/// events of one date: ends, submissions that become visible, failures and their detections. Then it decides,
/// then negotiates.
class Model {
public:
  /// `profiles` has the speed of each machine over time, as shares of its speed; null: the speed is constant.
  Model(const std::vector<PoolMachine>& machines, std::vector<const SpeedProfile*> profiles,
        Preempt& preemption, Negotiate& negotiation, Arrivals& arrivals, const Rules& rules);

  /// Adds a listener, which receives all events from now on.
  void add(Listener& listener) { listeners_.push_back(&listener); }

  /// Processes all events that are due, and asks the policies whose cycle it is. Throws BrokenRule if an
  /// answer breaks a rule.
  void round(Seconds date);
  /// The date of the next round if no event is seen or reported before.
  Seconds next();
  /// Processes all events that are due without asking a policy. Call it before a report.
  void catch_up(Seconds date);

  /// Adds a bag that has arrived as a message.
  void submit(const Job& job);
  /// A failure or a recovery of a machine was seen; a round processes it.
  void switched(int machine, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(machine), is_on, date);
  }
  /// The end of a run was reported. The end of a run that has been given up changes nothing.
  void report_end(CopyNumber run, int machine, Seconds start, Seconds end);
  /// The stop of a run was reported. `ran` is the time for which it computed at the machine's speed.
  void report_stopped(CopyNumber run, int machine, Seconds end, Seconds ran);
  /// A machine reported that it has given up the run, because the pool was down. Its task is ready again.
  void report_given_up(CopyNumber run, int machine, Seconds end);

  /// The pool was down until this date, and has lost nothing, since its book is on disk. Events of that time
  /// are processed now; its cycles are skipped.
  void resume(Seconds date);

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// The date of the last round.
  Seconds date() const { return date_; }
  /// The question that is being asked, for messages about broken rules.
  const char* asked() const { return asked_; }
  /// Whether no task waits or runs, and no bag will arrive.
  bool is_over() { return book_.idle() && in_transit_.empty() && !arrivals_.more(); }

private:
  /// Submitted tasks that are not visible yet.
  struct Submission {
    Seconds visible;
    Job job;
    int user;
  };

  template <class... Args, class... Given>
  void notify(void (Listener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  void take_until_decision(Seconds date);
  void take_due(Seconds date, Event::Kind last);
  void take(const Event& event);
  void has_news();
  bool is_void(const Event& event) const;
  bool is_reported(CopyNumber run, int machine) const;
  void failed(int machine, Seconds date);
  void recovered(int machine, Seconds date);
  void lost(int machine);
  void cut_by_outage(const PoolRun& run);
  void ended(int machine, Seconds end);
  void decide();
  void stop(const Keep& keep);
  void stopped(int machine, Seconds end, Seconds ran);
  Seconds ran_until(const PoolRun& run, Seconds date) const;
  void negotiate();
  void start(const Start& start);

  const Rules rules_;
  Preempt& preemption_;
  Negotiate& negotiation_;
  Arrivals& arrivals_;
  std::vector<Listener*> listeners_;
  const std::vector<const SpeedProfile*> profiles_;
  Book book_;
  std::deque<Submission> in_transit_; ///< in the order of their dates
  std::vector<Seconds> stopped_at_;   ///< by machine: date of the order to stop
  Outages outages_;                   ///< the pool detects them later
  Agenda agenda_;
  Cycle decisions_, negotiations_;
  Seconds date_ = 0;    ///< planned: the clock of a simulation may differ from it in the last digits
  Seconds resumed_ = 0; ///< the pool was down at some time before this date
  const char* asked_ = Preempt::question;
};

} // namespace malha::ownership
