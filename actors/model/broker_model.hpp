// SPDX-License-Identifier: MIT
#pragma once
#include "agenda.hpp"
#include "arrivals.hpp"
#include "broker_book.hpp"
#include "outages.hpp"
#include "policies/sdk/speed_profile.hpp"

namespace malha::broker {

/// How a broker deals with its tasks.
struct BrokerRules {
  bool plans_ends = true;      ///< otherwise they are reported
  bool cancels_at_once = true; ///< the copies of a task that has ended; otherwise when the report has come
  Seconds detection_delay = 0; ///< until it is known that a resource is down
};

/// What a broker does, without messages, hosts and clock: a book of tasks and resources, an agenda of ends
/// and of what happens to resources, and the rounds in which it asks its policy. At one date a round takes
/// what has happened in the order of Event::Kind, and then decides once.
class BrokerModel {
public:
  /// `speeds` by resource, with their profiles as shares of them, null where a speed is constant.
  BrokerModel(const std::vector<FlopsPerSecond>& speeds, std::vector<const SpeedProfile*> profiles,
              Assign& policy, Arrivals& arrivals, const BrokerRules& rules);

  /// It hears everything from now on.
  void add(BagListener& listener) { listeners_.push_back(&listener); }

  /// Takes all that is due, and decides if there is news. Throws BrokenRule when the decision breaks a rule.
  void round(Seconds date);
  /// The date of the next round if nothing is seen or reported before.
  Seconds next();
  /// Takes all that is due, and leaves the decision to the next round: a report is about to be taken.
  void catch_up(Seconds date);

  /// A bag has come as a message.
  void submit(const Job& job);
  /// A resource was switched. To be called when that was seen; a round takes it.
  void switched(int resource, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(resource), is_on, date);
  }
  /// A copy has ended, as was reported. One that has been given up is passed over.
  void report_end(CopyNumber copy, int resource, Seconds start, Seconds end);
  /// What others take of a resource, a share in [0, 1).
  void load(int resource, double share) { book_.load(resource, share); }

  const BrokerRules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// Of the last round.
  Seconds date() const { return date_; }
  /// Nothing waits, runs or will come.
  bool is_over() { return book_.idle() && !arrivals_.more(); }

private:
  /// Calls one function of each listener.
  template <class... Args, class... Given>
  void tell(void (BagListener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  /// It is the end of a copy that is gone, or was on a resource that is down.
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

  const BrokerRules rules_;
  Assign& policy_;
  Arrivals& arrivals_;
  std::vector<BagListener*> listeners_;
  const std::vector<const SpeedProfile*> profiles_;
  Book book_;
  Outages outages_; ///< the broker learns of them later
  Agenda agenda_;
  Seconds date_ = 0;      ///< planned: the clock of a simulation may differ from it in the last digits
  bool has_news_ = false; ///< for the policy
};

} // namespace malha::broker
