// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/broker_book.hpp"
#include "scenarios/runner/conformance/views.hpp"

#include <map>
#include <set>

namespace malha::conformance {
namespace {

/// Dates and times of tasks of DAGs, of few values. They follow from the numbers of task and resource.
class MadeDagTimes : public broker::DagTimes {
public:
  explicit MadeDagTimes(int made_from) : from_(made_from) {}

  Seconds wait(const Task& task, int resource, Seconds) const override { return made(task, resource, 5); }
  Seconds data_at(const Task& task, int resource) const override { return made(task, resource, 5); }
  Seconds run_time(const Task& task, int resource) const override { return 1 + made(task, resource + 3, 7); }
  Seconds ready_since(const Task& task) const override { return made(task, 0, 4); }
  double rank(const Task& task) const override { return made(task, 1, 6); }
  int level(const Task& task) const override { return static_cast<int>(made(task, 2, 3)); }
  int lowest_level(const Task&) const override { return from_ % 2; }

private:
  double made(const Task& task, int more, int values) const {
    return static_cast<double>((task.id * 7 + more * 13 + from_) % values);
  }

  int from_;
};

/// What a broker knows at some date; also when nothing is free, or no task is there. In some views all tasks
/// are of DAGs. An answer is a list of [task, resource].
class BrokerView : public GivenBrokerBook {
public:
  using Question = broker::Assign;

  void fields(Fields& field, Draw& draw) {
    GivenBrokerBook::fields(field, draw);
    field("dag_times", dag_times_, from(0, 1000),
          draw.one_in(3) ? static_cast<int>(draw.integer(1, 1000)) : 0);
  }

  Json ask(broker::Assign& policy, Asking& asking) const {
    const auto book = with_dags(this->book(asking.clock));
    const MadeDagTimes times(dag_times_);
    asking.clock = book.now;
    asking.stays("the number of resources", book.resources.size());
    Json given = Json::array();
    std::map<TaskId, int> copies; // of tasks that are given, those that run already among them
    for (const auto& one : asking.ask([&] {
           auto view = book.view();
           view.dags = dag_times_ > 0 ? &times : nullptr;
           return policy.assign(view);
         })) {
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

private:
  BrokerBook with_dags(BrokerBook book) const {
    broker::WaitingTasks tasks;
    for (Task task : book.waiting) {
      task.is_in_dag = dag_times_ > 0;
      tasks.insert(task);
    }
    book.waiting = tasks;
    return book;
  }

  int dag_times_ = 0; ///< 0: the tasks are of bags
};

} // namespace

MALHA_VIEWS(views<BrokerView>())

} // namespace malha::conformance
