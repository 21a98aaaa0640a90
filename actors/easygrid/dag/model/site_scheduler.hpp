// SPDX-License-Identifier: MIT
#pragma once
#include "policies/easygrid/distribution.hpp"
#include "site_tasks.hpp"

#include <utility>

namespace malha::easygrid::dag {

/// The questions that a site manager asks its policies. Answers are checked.
class SiteChoices {
public:
  SiteChoices() = default;
  SiteChoices(const SiteChoices&) = delete;
  SiteChoices& operator=(const SiteChoices&) = delete;
  virtual ~SiteChoices() = default;
  /// Distributes ready tasks to hosts; the result is by host.
  virtual std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                                      const std::vector<Share>& shares) = 0;
  /// Decides which host gives ready tasks to which others; nothing if the hosts are in balance.
  virtual std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) = 0;
  /// Decides which waiting tasks go to other hosts.
  virtual std::vector<Relocation> relocate(const PendingView& view) = 0;
};

/// Of a site manager.
struct SiteRules {
  Seconds check_interval = 2; ///< I_sched: least time between two checks of ready tasks
  int levels_between = 1; ///< by so much the least running level must grow before waiting tasks are checked
  bool is_alone = true;   ///< there is no other site
};

/// The scheduler of a site, SDS, for tasks of DAGs (tonelli2010, section 2.1.2, Alg. 2). Two kinds of events
/// move tasks between hosts: of ready tasks, at dates, by eqs. 4.5 to 4.10; and of waiting tasks, named one
/// by one, when the running tasks have passed a topological level. There is one event at a time, and a check
/// of waiting tasks that meets an event is dropped. After a check that moves nothing the site may ask the
/// global manager for tasks of other sites (section 2.1.3). Where the source is silent the rules are ours
/// (docs/workflows.md).
class SiteScheduler {
public:
  /// A check of ready tasks after which tasks are asked for.
  struct ReadyCheck {
    std::int64_t event; ///< its number, from 1
    Rebalance decision;
    std::vector<ChildLoad> loads;
  };
  /// The answer to it.
  struct ReadyAnswer {
    std::int64_t event;
    int giver;
    std::size_t tasks;
  };
  /// A task that went to another host, or was to go there.
  struct Move {
    const char* kind;   ///< "pending", "ready" or "site"
    std::int64_t event; ///< its number among those of the kind, from 1; of "site" 0
    TaskId number;      ///< of the task, as in the records
    int from, to;       ///< hosts; `other_site`
    const char* outcome;
  };
  static constexpr int other_site = -1;

  /// What is to be sent, counted and recorded since the output was last taken.
  struct Output {
    std::vector<std::pair<int, HostMessage>> to_hosts;
    std::vector<GridMessage> to_grid;
    int events = 0, accepted = 0;                 ///< of ready tasks: checks after which tasks were asked for
    int pending_events = 0, pending_accepted = 0; ///< the same, of waiting tasks
    int relocated = 0;                            ///< tasks that went to another host of the site
    std::vector<Move> moves = {};
    std::optional<ReadyAnswer> answer = {};
    std::optional<ReadyCheck> ready_check = {};
  };

  SiteScheduler(const Application& application, int site, const std::vector<int>& hosts, SiteRules rules,
                SiteChoices& choices)
      : application_(application), site_(site), rules_(rules), choices_(choices), tasks_(application, hosts) {
  }

  void take(const News& news);
  void take(const Given& given);
  void take(const Package& package);
  void take(const Named& named);
  void take(const Moved& moved);
  void take(const FinishAnswer& answer, Seconds now);
  /// One iteration, after all messages that have come were taken.
  void step(Seconds now);
  Output take_output() { return std::exchange(output_, {}); }

private:
  /// Hosts have been asked for tasks.
  struct Event {
    int awaited = 0;                               ///< answers to come
    std::vector<Share> receivers;                  ///< of ready tasks
    std::map<TaskId, int> places;                  ///< new hosts of waiting tasks
    std::map<int, std::vector<TaskId>> asked = {}; ///< waiting tasks, by the host that was asked for them
    int site = -1;                                 ///< the tasks are for that other site
    bool has_moved = false;
    Given collected = {}; ///< for the other site
  };

  bool is_busy() const { return event_.has_value(); }
  void note(const char* kind, std::int64_t event, TaskId task, int from, int to, const char* outcome) {
    output_.moves.push_back({kind, event, number_of(application_.task(task)), from, to, outcome});
  }
  void place_waiting(const Given& given);
  void begin(Event event, const std::map<int, std::vector<TaskId>>& asked);
  void serve_other_site();
  void check_waiting(Seconds now);
  void check_ready(Seconds now);
  void wish(const SiteTasks::Picture& picture, Seconds now);
  void report(Seconds now);
  void place_ready(const Given& given);
  /// Sends tasks, which the site has in hand, to a host.
  void send(int host, std::vector<Moving> tasks);
  /// Notifies the hosts that send data to these tasks, or get some for them.
  void notify(const std::vector<NewPlace>& places, int giver);

  const Application& application_;
  const int site_;
  const SiteRules rules_;
  SiteChoices& choices_;
  SiteTasks tasks_;
  Output output_;
  std::optional<Event> event_;
  std::vector<Named> requests_;        ///< of the global manager, in the order in which they came
  std::map<TaskId, Moving> in_hand_;   ///< tasks from other sites that have no host yet
  std::map<TaskId, int> given_away_;   ///< former hosts of tasks that other sites have
  std::map<TaskId, Seconds> reported_; ///< expected ends, as last reported
  std::vector<Dated> ended_at_border_; ///< since the last report
  std::int64_t ended_ = 0;             ///< the same, all tasks
  std::int64_t ready_events_ = 0, pending_events_ = 0; ///< in all
  int level_ = 0;            ///< the least running level when waiting tasks were last checked
  bool has_changed_ = false; ///< what the site knows, since expected ends were last computed
  bool is_level_passed_ = false, waits_for_finishes_ = false, waits_for_tasks_ = false;
  Seconds last_check_ = 0;
};

} // namespace malha::easygrid::dag
