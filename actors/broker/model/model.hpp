// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "actors/model/arrivals.hpp"
#include "actors/model/outages.hpp"
#include "book.hpp"
#include "planned_tasks.hpp"
#include "policies/sdk/speed_profile.hpp"
#include "queued_tasks.hpp"

namespace malha::broker {

/// The rules by which a broker treats its tasks.
struct Rules {
  bool plans_ends = true; ///< the model plans when tasks end; otherwise their ends are reported
  /// Other copies of an ended task are cancelled when it ends; otherwise when its end is reported.
  bool cancels_at_once = true;
  /// Time from the failure of a resource until the broker detects it.
  Seconds detection_delay = 0;
  /// Time from the return of a resource until the broker knows of it; only if ends are planned. Until then
  /// the resource takes no task.
  Seconds return_delay = 0;
  /// The policy is asked once in each step of the simulation in which a task waits, whatever happens in it;
  /// otherwise whenever something has changed. Only if ends are reported.
  bool asks_in_steps = false;
};

/// A broker without messages, hosts and clock. The model has a book of tasks and resources, and an agenda of
/// ends, and of failures and recoveries of resources. In each round it processes the events of one date, in
/// the order of Event::Kind, and then asks its policy once.
class Model {
public:
  /// Makes a model of resources with these speeds, in flop/s. `profiles` has the speed of each resource over
  /// time, as shares of its speed; null: the speed is constant.
  Model(const std::vector<FlopsPerSecond>& speeds, std::vector<const SpeedProfile*> profiles, Assign& policy,
        Arrivals& arrivals, const Rules& rules);

  /// From now on the data of DAGs go from resource to resource, and plans of DAGs are followed. Resources
  /// must not fail then, unless `dags` says what becomes of files, and no plan is followed. Both objects must
  /// outlive this one.
  void move_data(DagData& dags, PlannedTasks& planned, Sending sending) {
    dags_ = &dags;
    planned_ = &planned;
    sending_ = sending;
  }

  /// From now on resources may have tasks that wait for them, at most that many each, while their data come.
  /// Resources must not fail then. `fetch(task, resource)` lets the resource fetch them, and returns whether
  /// there is anything to fetch, whose arrival is reported; null: transfers do not slow each other.
  void queue_tasks(int most, std::function<bool(const Task&, int)> fetch) {
    queued_.allow(most);
    fetch_ = std::move(fetch);
  }

  /// Adds a listener, which receives all events from now on.
  void add(BagListener& listener) { listeners_.push_back(&listener); }

  /// Processes all events that are due at the date, and asks the policy if there was any. Throws BrokenRule
  /// if the decision breaks a rule.
  void round(Seconds date);
  /// The date of the next round if no event is seen or reported before.
  Seconds next();
  /// Processes all events that are due, and leaves the decision to the next round. Call it before a report.
  void catch_up(Seconds date);

  /// Adds a bag that has arrived as a message.
  void submit(const Job& job);
  /// A failure or a recovery of a resource was seen; the next round processes it.
  void switched(int resource, bool is_on, Seconds date) {
    agenda_.push_switch(static_cast<std::uint32_t>(resource), is_on, date);
  }
  /// The end of a copy was reported. The end of a copy that has been given up changes nothing. If reports
  /// take no time, the next round processes all of one date, by task and resource.
  void report_end(CopyNumber copy, int resource, Seconds start, Seconds end);
  /// What the copy fetches has come at that date, and it begins.
  void report_data(CopyNumber copy, int resource, Seconds date);
  /// The data of a task that waits for a resource have come there.
  void report_inputs(TaskId task, int resource, Seconds date) {
    has_news_ = true;
    queued_.data_came(task, resource, date);
  }
  /// The clock of the simulation has gone on.
  void step() {
    has_news_ = true;
    has_asked_ = false;
  }
  /// Sets the share of a resource that others use, in [0, 1).
  void load(int resource, double share) { book_.load(resource, share); }

  const Rules& rules() const { return rules_; }
  const Book& book() const { return book_; }
  /// The date of the last round.
  Seconds date() const { return date_; }
  /// Whether no task waits or runs, and no bag will arrive.
  bool is_over() {
    return book_.idle() && held() == 0 && !has_planned() && queued_.empty() && !arrivals_.more();
  }
  /// The number of tasks that wait for files which failures of resources took away.
  std::size_t held() const { return dags_ == nullptr ? 0 : dags_->held(); }

private:
  /// Calls one function of every listener.
  template <class... Args, class... Given>
  void notify(void (BagListener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  /// Whether the event has no effect: it is the end of a copy that is not there any more, or whose resource
  /// is down.
  bool is_void(const Event& event) const;
  void take_due(Event::Kind last);
  void take(const Event& event);
  void failed(int resource, Seconds date);
  void recovered(int resource, Seconds date);
  void known_to_have_returned(int resource);
  void lost(int resource);
  void cut_short(const Task& task, const Copy& copy, Seconds end);
  void ended(int resource, Seconds start, Seconds end);
  void decide();
  void ask();
  void give(const Assignment& assignment);
  void start_queued();
  void start(const Assignment& assignment, bool is_planned = false);
  void start_planned();
  bool has_planned() const { return planned_ != nullptr && planned_->waiting() > 0; }
  bool may_lose_files() const { return dags_ != nullptr && dags_->may_lose(); }
  bool fetches_in_vain(int resource, std::optional<int> from = std::nullopt) const;
  void lose_files(int resource);
  void wait_again(const std::vector<Task>& tasks);
  TaskRun run_of(const Task& task, int resource, Seconds start) const;

  struct Reported {
    Seconds start, end;
  };

  const Rules rules_;
  Assign& policy_;
  Arrivals& arrivals_;
  DagData* dags_ = nullptr;                  ///< null: data come with messages, and take no time without
  PlannedTasks* planned_ = nullptr;          ///< if `dags_` is not
  Sending sending_ = Sending::when_assigned; ///< of the data of planned tasks
  QueuedTasks queued_;
  std::function<bool(const Task&, int)> fetch_; ///< null: the dates at which data come are known
  std::vector<BagListener*> listeners_;
  const std::vector<const SpeedProfile*> profiles_;
  Book book_;
  Outages outages_; ///< the broker detects them later; they last until it knows of the return
  std::vector<std::optional<Seconds>> returned_; ///< by resource: its return that the broker does not know of
  Agenda agenda_;
  std::vector<Reported> reported_; ///< by resource: its last reported end that is not processed yet
  Seconds date_ = 0;          ///< planned: the clock of a simulation may differ from it in the last digits
  Seconds data_come_ = never; ///< of a planned task, the first such date
  bool has_news_ = false;     ///< there was an event since the policy was asked
  bool has_asked_ = false;    ///< the policy, in this step
};

} // namespace malha::broker
