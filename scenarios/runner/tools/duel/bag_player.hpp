// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "arena_kind.hpp"

namespace malha::duel {

/// A side that plays tasks on machines of different speeds, in the model of its architecture.
class BagPlayer {
public:
  virtual ~BagPlayer() = default;
  /// The rows of the tasks that have ended. Throws BrokenRule if a policy breaks a rule.
  virtual std::vector<JobRow> play(const std::vector<Job>& tasks, const std::vector<FlopsPerSecond>& speeds,
                                   std::uint64_t seed) const = 0;
};

/// An architecture whose sides play tasks. A new one is a new file, which ends with MALHA_BAG_PLAYER.
struct BagPlayerKind {
  static constexpr const char* kind = "duel bag player";

  std::string name; ///< the actor to which its tasks come
  /// Throws InputError if the side has something that the model does not have alone.
  std::unique_ptr<BagPlayer> (*make)(const Side&);
  int place = last_place;
};

template <class One>
std::unique_ptr<BagPlayer> make_bag_player(const Side& side) {
  return std::make_unique<One>(side);
}

/// Keeps the rows of tasks that have ended.
class EndedTasks : public BagListener {
public:
  std::vector<JobRow> rows;

private:
  void ended(const Task& task, const TaskAttempt& run) override {
    JobRow row;
    row.task = task;
    row.start = run.start;
    row.finish = run.end;
    rows.push_back(std::move(row));
  }
};

} // namespace malha::duel

/// Registers an architecture where its file ends.
#define MALHA_BAG_PLAYER(...)                                                                                \
  static const bool BOOST_PP_CAT(malha_bag_player_, __COUNTER__) =                                           \
      malha::add_linked_part(malha::duel::BagPlayerKind{__VA_ARGS__});
