// SPDX-License-Identifier: MIT
#pragma once
#include "lead.hpp"
#include "messages.hpp"

#include <deque>
#include <optional>
#include <utility>

namespace malha::easygrid {

/// What all managers know of the grid and of each other from the start. Managers have numbers from 0.
struct ManagerGrid {
  std::vector<int> site_of;             ///< by manager
  std::vector<FlopsPerSecond> capacity; ///< by manager: of its host, over all cores
  std::vector<std::vector<int>> sites;  ///< the managers of each site, in order
  std::vector<int> candidates;          ///< for global manager: the first of each site, then all others
  Seconds beat_interval = 5;            ///< longest silence of somebody who is there
  int missed_beats = 3;                 ///< somebody silent for so many intervals is taken to be down
  Seconds check_interval = 2;           ///< least time between two checks of the balance

  /// A grid of managers in those sites, which are numbered from 0.
  ManagerGrid(std::vector<int> sites_of_managers, std::vector<FlopsPerSecond> capacities);

  int managers() const { return static_cast<int>(site_of.size()); }
  /// How long somebody may be silent.
  Seconds patience() const { return missed_beats * beat_interval; }
  /// Who leads the site, or the grid, in that term. The term before has the one before in order; after the
  /// last one comes the first again.
  int leader(Level level, int site, int term) const;
};

/// The policies of a manager, with all that is asked of them. Answers are checked.
class Choices {
public:
  Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  virtual ~Choices() = default;
  /// All tasks, by child.
  virtual std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                                      const std::vector<Share>& shares) = 0;
  virtual std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) = 0;
  /// Positions in the ready tasks, as the next one.
  virtual std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) = 0;
  virtual std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) = 0;
};

/// One manager of an application that supports crashes of its managers (docs/faults.md): always the host
/// manager of its host; site manager and global manager when it leads its site, and the grid. It knows
/// neither clock nor network: dates and messages are given to it, and it says what to send and what to
/// launch.
class Model {
public:
  struct Output {
    std::vector<std::pair<int, ManagerMessage>> messages; ///< to managers
    std::vector<Task> launched;
    std::vector<EndedTask> counted; ///< the global manager has heard of their ends
    bool has_finished = false;      ///< the global manager knows that the application has ended
    int sites_taken_over = 0, grids_taken_over = 0;
    int given_up = 0; ///< hosts and sites that were taken to be down
    int events = 0, events_accepted = 0, grid_events = 0, grid_events_accepted = 0;
  };

  /// `application` has the tasks that have been submitted so far, by id. All managers know it, and it grows.
  Model(const ManagerGrid& grid, int self, Choices& choices, const std::vector<Task>& application,
        Seconds now);

  void take(const ManagerMessage& message, Seconds now);
  /// A task of the host has ended; it showed that power.
  void ended(const Task& task, FlopsPerSecond power);
  /// What a manager does in an iteration, after it has taken what has come. `power` is what the host gives to
  /// the application now. `is_complete` says that nothing will be submitted any more.
  void step(Seconds now, FlopsPerSecond power, bool is_complete);
  Output take_output() { return std::exchange(output_, {}); }

  int running() const { return static_cast<int>(running_.size()); }

private:
  // The terms of the two levels, and who sends what to whom (manager_model.cpp).
  int& term(Level level) { return level == Level::site ? site_term_ : grid_term_; }
  int leader(Level level) const;
  Envelope envelope(Level level) const;
  void send(int to, ManagerMessage message);
  void deliver_own();
  void handle(const ManagerMessage& message);
  void adopt(Level level, int term);
  void suspect_leaders();
  void join_site();
  void join_grid();
  void report_host();
  void report_site();
  void launch();
  std::vector<Task> take_ready(const std::vector<std::size_t>& positions);
  void add_ready(const Task& task);
  Load load() const;

  // What comes (manager_hearing.cpp).
  void hear(const Beat&) {}
  void hear(const News& news);
  void hear(const Joining& joining);
  void hear(const Gathering& gathering);
  void hear(const Invitation& invitation);
  void hear(const Notice&) {}
  void hear(const Package& package);
  void hear(const Asking& asking);
  void hear(const Given& given);
  void hear(const Dropping& dropping);
  void hear_ends(Level level, const std::vector<EndedTask>& tasks);
  bool is_known(const News& news) const;
  void take_answer(const Given& given);

  // What leaders do (manager_leading.cpp).
  void start_site();
  void start_grid();
  void lead_site();
  void lead_grid(bool is_complete);
  void lose_silent(Lead& lead, Seconds patience);
  void lose_event(Lead& lead, int child);
  void distribute(Lead& lead, const std::vector<TaskId>& tasks, std::vector<Share> shares);
  void distribute_open(Lead& lead);
  void check_balance(Lead& lead);
  void ask_hosts();
  void answer_request();
  void forget_request();
  void beat(Lead& lead);
  int manager_of(const Lead& lead, int child) const;
  int child_of(const Lead& lead, int manager) const;
  Lead* lead(Level level);

  const ManagerGrid& grid_;
  const int self_, own_site_;
  Choices& choices_;
  const std::vector<Task>& application_;
  Seconds now_;
  Output output_;
  std::deque<ManagerMessage> own_; ///< messages to itself, which need no network

  int site_term_ = 0, grid_term_ = 0;
  Seconds site_heard_, grid_heard_; ///< the last sign of life of each leader
  std::optional<SiteLead> site_;
  std::optional<GridLead> top_;

  std::vector<Task> ready_; ///< as `comes_first` says
  std::set<TaskId> running_;
  std::set<TaskId> ended_;      ///< on this host
  std::vector<EndedTask> news_; ///< of those, since the last news to the site manager
  FlopsPerSecond power_ = 0;
  Seconds last_news_, last_report_;
};

} // namespace malha::easygrid
