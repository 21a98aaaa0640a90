// SPDX-License-Identifier: MIT
#include "scenarios/conformance/books/broker_book.hpp"
#include "scenarios/conformance/views.hpp"

#include <set>

namespace malha::conformance {
namespace {

/// What a broker knows at some date; also when nothing is free, or no task is there. An answer is a list of
/// [task, resource].
class BrokerView {
public:
  using Question = broker::Assign;

  explicit BrokerView(const Json& view) : view_(view) {}

  static Json draw(Draw& draw) { return drawn_broker_book(draw, 40); }

  Json ask(broker::Assign& policy, Asking& asking) const {
    const auto book = broker_book_of(view_, asking.clock);
    asking.clock = book.now;
    asking.stays("the number of resources", book.resources.size());
    Json given = Json::array();
    for (const auto& one : asking.ask([&] { return policy.assign(book.view()); }))
      given.push_back({one.task, one.resource});
    return given;
  }

  std::string broken_rule(const Json& answer) const {
    const auto book = broker_book_of(view_, 0);
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

private:
  const Json& view_;
};

} // namespace

MALHA_VIEWS(views<BrokerView>())

} // namespace malha::conformance
