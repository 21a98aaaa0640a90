// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "actors/model/arrivals.hpp"
#include "actors/model/outages.hpp"
#include "book.hpp"
#include "policies/sdk/speed_profile.hpp"

namespace malha::broker {

/// The rules by which a broker treats its tasks.
struct Rules {
  bool plans_ends = true; ///< the model plans when tasks end; otherwise their ends are reported
  /// Other copies of an ended task are cancelled when it ends; otherwise when the report has come.
  bool cancels_at_once = true;
  /// From the date at which a resource goes down to that at which the broker knows it.
  Seconds detection_delay = 0;
};

/// What a broker does, without messages, hosts and clock. The model has a book of tasks and resources, and an
/// agenda of ends and of switches of resources. In each round it takes what has happened at one date, in the
/// order of Event::Kind, and then asks its policy once.
class Model {
public:
  /// Makes a model of resources with these speeds, in flop/s. `profiles` says by resource how its speed
  /// changes, as shares of the speed; an entry is null where the speed is constant.
  Model(const std::vector<FlopsPerSecond>& speeds, std::vector<const SpeedProfile*> profiles, Assign& policy,
        Arrivals& arrivals, const Rules& rules);

  /// Adds a listener, which hears everything from now on.
  void add(BagListener& listener) { listeners_.push_back(&listener); }

  /// Takes all that is due at the date, and asks the policy if there is news. Throws BrokenRule when the
  /// decision breaks a rule.
  void round(Seconds date);
  /// The date of the next round, if nothing is seen or reported before.
  Seconds next();
  /// Takes all that is due, and leaves the decision to the next round. It is called before a report is taken.
  void catch_up(Seconds date);

  /// Takes a bag that has come as a message.
  void submit(const Job& job);
  /// Takes the switch of a resource. It is called when the switch was seen; the next round deals with it.
  void switched(int resource, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(resource), is_on, date);
  }
  /// Takes the reported end of a copy. The end of a copy that has been given up changes nothing. Where
  /// reports take no time, the next round takes all of one date, by task and resource.
  void report_end(CopyNumber copy, int resource, Seconds start, Seconds end);
  /// Sets the share of a resource that others use, in [0, 1).
  void load(int resource, double share) { book_.load(resource, share); }

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// The date of the last round.
  Seconds date() const { return date_; }
  /// Whether nothing waits or runs, and no bag will come.
  bool is_over() { return book_.idle() && !arrivals_.more(); }

private:
  /// Calls one function of every listener.
  template <class... Args, class... Given>
  void tell(void (BagListener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  /// Whether the event says nothing: it is the end of a copy that is gone, or whose resource is down.
  bool is_void(const Event& event) const;
  void take_due(Event::Kind last);
  void take(const Event& event);
  void went_down(int resource, Seconds date);
  void came_back(int resource, Seconds date);
  void lost(int resource);
  void cut_short(const Task& task, const Copy& copy, Seconds end);
  void ended(int resource, Seconds start, Seconds end);
  void decide();
  void start(const Assignment& assignment);

  struct Reported {
    Seconds start, end;
  };

  const Rules rules_;
  Assign& policy_;
  Arrivals& arrivals_;
  std::vector<BagListener*> listeners_;
  const std::vector<const SpeedProfile*> profiles_;
  Book book_;
  Outages outages_; ///< the broker learns of them later
  Agenda agenda_;
  std::vector<Reported> reported_; ///< by resource: its last end that was reported and is still to be taken
  Seconds date_ = 0;      ///< as planned; the clock of a simulation may differ from it in the last digits
  bool has_news_ = false; ///< something has happened since the policy was asked
};

} // namespace malha::broker
