// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/model/model.hpp"

#include <functional>
#include <memory>
#include <random>

namespace malha::easygrid::testing {

/// Policies that are simple, and move tasks often: tasks go round the children, whoever has twice the mean to
/// do gives half of it to all others, and a host runs two tasks at once.
class SimpleChoices : public Choices {
public:
  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) override;
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) override;
  std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) override;
  std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) override;
};

/// Managers on hosts of 1 flop/s a task, on a network whose messages take a drawn time. They crash at given
/// dates. Everything follows from the seed.
class ManagerWorld {
public:
  struct Setup {
    std::vector<int> site_of;                     ///< by manager
    std::vector<Seconds> crashes;                 ///< by manager; `never`: it does not
    std::vector<std::pair<Seconds, Flops>> tasks; ///< submission and work, by submission
    Seconds longest_message = 0.5;
    Seconds iteration = 1;
  };
  /// Whether a message goes on its way; may change it.
  using Tamper = std::function<bool(int from, int to, ManagerMessage& message)>;

  ManagerWorld(const Setup& setup, std::uint64_t seed, Tamper tamper = {});

  /// Lives until a global manager says that all has ended, or until that date.
  void live(Seconds until);

  bool has_finished() const { return has_finished_; }
  /// How often each task was run to its end.
  const std::vector<int>& ends() const { return ends_; }
  const std::vector<int>& starts() const { return starts_; }
  /// Tasks of whose end some global manager has heard.
  const std::set<TaskId>& counted() const { return counted_; }
  /// Whether one was counted that had not ended there.
  bool has_lied() const { return has_lied_; }
  Model::Output totals() const { return totals_; }

private:
  struct Flight {
    Seconds arrival;
    int from;
    ManagerMessage message;
  };
  struct Living {
    std::unique_ptr<Model> model;
    std::vector<Flight> coming;
    std::vector<std::pair<Seconds, Task>> running; ///< with their ends
    Seconds next = 0;                              ///< iteration
  };

  bool is_up(int manager, Seconds date) const {
    return date < setup_.crashes[static_cast<std::size_t>(manager)];
  }
  void iterate(int manager);
  void act(int manager, Model::Output output);
  Seconds drawn(Seconds least, Seconds most) {
    return std::uniform_real_distribution<Seconds>(least, most)(random_);
  }

  const Setup setup_;
  const ManagerGrid grid_;
  SimpleChoices choices_;
  std::mt19937_64 random_;
  Tamper tamper_;
  std::vector<Task> application_;
  std::vector<Living> managers_;
  Seconds now_ = 0;
  std::vector<int> starts_, ends_;
  std::set<std::pair<TaskId, int>> ended_on_; ///< tasks and hosts
  std::set<TaskId> counted_;
  bool has_finished_ = false, has_lied_ = false;
  Model::Output totals_;
};

} // namespace malha::easygrid::testing
