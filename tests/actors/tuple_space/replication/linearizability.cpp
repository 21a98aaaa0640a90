// SPDX-License-Identifier: MIT
#include "history.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace malha::tuple_space::testing {
namespace {

using Bag = std::multiset<Pair>;

/// What a tuple space is (Linda, with the transactions of GridTS), one operation after another. It is written
/// for this test, and shares nothing with the store.
struct Space {
  struct Transaction {
    Bag written, taken;
    bool operator<(const Transaction& other) const {
      return std::tie(written, taken) < std::tie(other.written, other.taken);
    }
  };
  Bag visible;
  std::map<std::pair<int, int>, Transaction> open; ///< by client and number
  std::set<int> failed;

  bool operator<(const Space& other) const {
    return std::tie(visible, open, failed) < std::tie(other.visible, other.open, other.failed);
  }

  /// All tuples that the operation may find.
  Bag found(const Operation& operation) const {
    Bag found;
    const auto look = [&](const Bag& bag) {
      for (const auto& pair : bag)
        if (pair.first == operation.kind && (!operation.number || *operation.number == pair.second))
          found.insert(pair);
    };
    look(visible);
    const auto own = open.find({operation.client, operation.transaction});
    if (own != open.end())
      look(own->second.written);
    return found;
  }
  void write(const Operation& operation) {
    Bag& bag = operation.transaction == 0 ? visible : open[{operation.client, operation.transaction}].written;
    bag.insert(operation.written.begin(), operation.written.end());
  }
  /// The states after taking a tuple, which may be one of its own or one of all.
  std::vector<Space> taken(const Operation& operation, const Pair& pair) const {
    std::vector<Space> after;
    if (visible.count(pair) != 0) {
      after.push_back(*this);
      after.back().visible.erase(after.back().visible.find(pair));
      if (operation.transaction != 0)
        after.back().open[{operation.client, operation.transaction}].taken.insert(pair);
    }
    const auto own = open.find({operation.client, operation.transaction});
    if (own != open.end() && own->second.written.count(pair) != 0) {
      after.push_back(*this);
      auto& written = after.back().open.at({operation.client, operation.transaction}).written;
      written.erase(written.find(pair));
    }
    return after;
  }
  void end(std::pair<int, int> transaction, bool commits) {
    const auto ended = open.find(transaction);
    if (ended == open.end())
      return;
    const Bag& shown = commits ? ended->second.written : ended->second.taken;
    visible.insert(shown.begin(), shown.end());
    open.erase(ended);
  }
  void fail(int client) {
    failed.insert(client);
    std::vector<std::pair<int, int>> all;
    for (const auto& [key, transaction] : open)
      if (key.first == client)
        all.push_back(key);
    for (const auto& key : all)
      end(key, false);
  }
};

/// The states that may follow when the operation has its effect now; none when it cannot.
std::vector<Space> after(Space space, const Operation& operation) {
  if (operation.what == Operation::failure) {
    space.fail(operation.client);
    return {space};
  }
  if (space.failed.count(operation.client) != 0)
    return {};
  space.write(operation);
  const bool is_answered = operation.answered != Operation::never;
  const Bag found = space.found(operation);
  switch (operation.what) {
  case Operation::write:
    if (operation.end != Operation::open)
      space.end({operation.client, operation.transaction}, operation.end == Operation::commit);
    return {space};
  case Operation::copy_collect:
    if (is_answered && Bag(operation.answer.begin(), operation.answer.end()) != found)
      return {};
    return {space};
  case Operation::rdp:
  case Operation::inp:
    if (!is_answered || operation.answer.empty())
      if (found.empty())
        return {space};
    [[fallthrough]];
  default:
    break;
  }
  const bool takes = operation.what == Operation::inp || operation.what == Operation::in;
  std::vector<Space> states;
  for (const auto& pair : std::set<Pair>(found.begin(), found.end())) {
    if (is_answered && (operation.answer.empty() || operation.answer.front() != pair))
      continue;
    if (!takes)
      return {space};
    for (auto& state : space.taken(operation, pair))
      states.push_back(std::move(state));
  }
  return states;
}

class Search {
public:
  explicit Search(const std::vector<Operation>& history) : history_(history), done_(history.size()) {}

  bool go_on(const Space& space) {
    long first_answer = Operation::never; // of those that are left: what was asked later comes after it
    bool is_over = true;
    for (std::size_t i = 0; i < history_.size(); ++i)
      if (!done_[i]) {
        first_answer = std::min(first_answer, history_[i].answered);
        is_over = is_over && history_[i].answered == Operation::never;
      }
    if (is_over)
      return true;
    if (!seen_.emplace(done_, space).second)
      return false;
    std::set<int> passed; // clients whose next operation has been looked at
    for (std::size_t i = 0; i < history_.size(); ++i) {
      const auto& next = history_[i];
      if (done_[i] || next.asked > first_answer)
        continue;
      if (next.what != Operation::failure && !passed.insert(next.client).second)
        continue;
      done_[i] = true;
      for (const auto& state : after(space, next))
        if (go_on(state))
          return true;
      done_[i] = false;
    }
    return false;
  }

private:
  const std::vector<Operation>& history_;
  std::vector<bool> done_;
  std::set<std::pair<std::vector<bool>, Space>> seen_;
};

} // namespace

bool is_linearizable(const std::vector<Operation>& history) { return Search(history).go_on({}); }

} // namespace malha::tuple_space::testing
