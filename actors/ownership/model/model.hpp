// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "actors/model/outages.hpp"
#include "cycle.hpp"
#include "listener.hpp"
#include "policies/sdk/speed_profile.hpp"

#include <deque>

namespace malha::ownership {

/// How a pool works. All times in seconds.
struct Rules {
  bool plans_ends = true;        ///< otherwise machines report ends, and that they have stopped
  Seconds period = 20;           ///< from one decision to the next
  Seconds phase = 0;             ///< date of the first decision
  Seconds offset = 10;           ///< from a decision to its negotiation
  Seconds submission_delay = 10; ///< until tasks that were submitted are ready
  Seconds detection_delay = 0;   ///< until it is known that a machine is down
  bool checkpoints = false;      ///< tasks that stop are kept in images, and resume anywhere
  Seconds checkpoint_cost = 0;   ///< for which a machine writes an image
  ShareRules shares = {};
};

/// What a pool of owned machines does, without messages, hosts and clock. At fixed dates it asks which tasks
/// are to stop (the decision), and some time later which start where (the negotiation). At one date a round
/// takes ends, submissions that become visible, crashes and their detections, then decides, then negotiates.
class Model {
public:
  /// `profiles` by machine, as shares of its speed, null where that is constant.
  Model(const std::vector<PoolMachine>& machines, std::vector<const SpeedProfile*> profiles,
        Preempt& preemption, Negotiate& negotiation, Arrivals& arrivals, const Rules& rules);

  /// It hears everything from now on.
  void add(Listener& listener) { listeners_.push_back(&listener); }

  /// Takes all that is due, and asks the policies whose cycle it is. Throws BrokenRule when an answer breaks
  /// a rule.
  void round(Seconds date);
  /// The date of the next round if nothing is seen or reported before.
  Seconds next();
  /// Takes what is due without asking: a report is about to be taken.
  void catch_up(Seconds date);

  /// A bag has come.
  void submit(const Job& job);
  /// A machine was switched. To be called when that was seen; a round takes it.
  void switched(int machine, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(machine), is_on, date);
  }
  /// A run has ended its task, as was reported. One that has been given up is passed over.
  void report_end(CopyNumber run, int machine, Seconds start, Seconds end);
  /// A run was stopped, as was reported. `ran` is the time for which it computed at the machine's speed.
  void report_stopped(CopyNumber run, int machine, Seconds end, Seconds ran);

  /// The machine does not run it any more, as was reported, and has no result of it: the pool was down. Its
  /// task is ready again.
  void report_given_up(CopyNumber run, int machine, Seconds end);

  /// The pool was down until this date, and goes on with what it has on disk, which is all that it knew.
  /// What happened meanwhile is taken now, and no cycle of that time is made up for.
  void resume(Seconds date);

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// Of the last round.
  Seconds date() const { return date_; }
  /// Which policy is asked, for messages about what it breaks.
  const char* asked() const { return asked_; }
  /// Nothing waits, runs or will come.
  bool is_over() { return book_.idle() && in_transit_.empty() && !arrivals_.more(); }

private:
  /// Tasks that were submitted and are not yet visible.
  struct Submission {
    Seconds visible;
    Job job;
    int user;
  };

  template <class... Args, class... Given>
  void tell(void (Listener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  void take_until_decision(Seconds date);
  void take_due(Seconds date, Event::Kind last);
  void take(const Event& event);
  void has_news();
  bool is_void(const Event& event) const;
  bool is_reported(CopyNumber run, int machine) const;
  void went_down(int machine, Seconds date);
  void came_back(int machine, Seconds date);
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
  std::vector<Seconds> stopped_at_;   ///< by machine: when it was told so
  Outages outages_;                   ///< the pool learns of them later
  Agenda agenda_;
  Cycle decisions_, negotiations_;
  Seconds date_ = 0;    ///< planned: the clock of a simulation may differ from it in the last digits
  Seconds resumed_ = 0; ///< the pool was not there before this date, or not all the time
  const char* asked_ = Preempt::question;
};

} // namespace malha::ownership
