// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/broker_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <map>
#include <set>

namespace malha::conformance {
namespace {

/// What a broker knows at some date; also when nothing is free, or no task is there. An answer is a list of
/// [task, resource].
class BrokerView : public GivenBrokerBook {
public:
  using Question = broker::Assign;

  Json ask(broker::Assign& policy, Asking& asking) const {
    const auto book = this->book(asking.clock);
    asking.clock = book.now;
    asking.stays("the number of resources", book.resources.size());
    Json given = Json::array();
    std::map<TaskId, int> copies; // of tasks that are given, those that run already among them
    for (const auto& one : asking.ask([&] { return policy.assign(book.view()); })) {
      given.push_back({one.task, one.resource});
      const auto running = book.running.find(one.task);
      const auto known = copies.emplace(one.task, running == book.running.end() ? 0 : running->copies).first;
      if (const int now = ++known->second; now > 1)
        asking.shows(Trait::copies,
                     "it has " + std::to_string(now) + " copies of task " + std::to_string(one.task) +
                         " run at once",
                     now);
    }
    return given;
  }

  std::string broken_rule(const Json& answer) const {
    const auto book = this->book(0);
    std::set<int> used;
    for (const auto& one : answer) {
      const auto task = one.at(0).get<TaskId>();
      const int resource = one.at(1).get<int>();
      if (book.waiting.find(task) == book.waiting.end() && book.running.find(task) == book.running.end())
        return "task " + std::to_string(task) + " neither waits nor runs";
      if (!book.free.contains(resource))
        return "resource " + std::to_string(resource) + " is not free";
      if (!used.insert(resource).second)
        return "resource " + std::to_string(resource) + " is given two tasks";
    }
    return "";
  }
};

} // namespace

MALHA_VIEWS(views<BrokerView>())

} // namespace malha::conformance
