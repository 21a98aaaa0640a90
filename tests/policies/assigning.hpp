// SPDX-License-Identifier: MIT
#pragma once
#include "policies/broker/assignment.hpp"
#include "policy_maker.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>

#include <numeric>

namespace malha::test {

using Given = std::vector<std::pair<TaskId, int>>; ///< (task, resource)

/// The book of a broker, written by hand. Resources are up and free and tasks have ids 0, 1, … unless it says
/// otherwise.
struct Assigning {
  Seconds now = 0;
  std::vector<broker::Resource> resources;
  broker::WaitingTasks waiting;
  broker::RunningTasks running;
  IndexSet free;
  Flops mean_work = 0; ///< 0: of the tasks here

  Assigning(const std::vector<FlopsPerSecond>& speeds, const std::vector<Flops>& works) {
    for (const auto speed : speeds)
      resources.push_back({speed});
    free = IndexSet(0, static_cast<int>(speeds.size()));
    for (const auto work : works)
      wait(work);
  }

  TaskId next_id() const { return static_cast<TaskId>(waiting.size() + running.size()); }

  void wait(Flops work) { waiting.insert(task(next_id(), work)); }
  /// So many copies of one more task run.
  void run(Flops work, int copies) { running.insert({task(next_id(), work), copies}); }
  void occupy(int resource, Seconds until) {
    free.remove(IndexSet(resource, 1));
    resources.at(static_cast<std::size_t>(resource)).free_at = until;
  }
  void crash(int resource) {
    free.remove(IndexSet(resource, 1));
    resources.at(static_cast<std::size_t>(resource)).is_up = false;
  }

  broker::AssignmentView view() const {
    Flops work = 0;
    for (const auto& task : waiting)
      work += task.work;
    for (const auto& copied : running)
      work += copied.task.work;
    FlopsPerSecond speed = 0;
    for (const auto& resource : resources)
      speed += resource.speed;
    work = mean_work > 0 ? mean_work : work / static_cast<double>(std::max(next_id(), TaskId{1}));
    return {now, waiting, running, resources, free, work, speed / static_cast<double>(resources.size())};
  }

private:
  static Task task(TaskId id, Flops work) {
    Task task;
    task.id = id;
    task.work = work;
    return task;
  }
};

inline Given ask(broker::Assign& policy, const Assigning& book) {
  Given given;
  for (const auto& assignment : policy.assign(book.view()))
    given.emplace_back(assignment.task, assignment.resource);
  return given;
}

/// What a policy with these parameters gives.
inline Given given(const std::string& policy, const Assigning& book,
                   const std::map<std::string, std::string>& parameters = {}) {
  return ask(*make<broker::Assign>(policy, parameters), book);
}

/// An example to which policies have different answers. Task 3, of 8, runs on resource 2, from 0 to 2; 2 s is
/// also the mean work over the mean speed.
inline Assigning common_example() {
  Assigning book({1, 1, 4, 4, 1}, {4, 6, 2});
  book.run(8, 1);
  book.occupy(2, 2);
  book.mean_work = 4.4;
  return book;
}

/// A random book: in half of them few speeds and works, so that ties occur; some resources busy, shared, or
/// down; ids in no relation to works.
class RandomBooks {
public:
  explicit RandomBooks(std::uint64_t seed) : engine_(seed) {}

  Assigning next(int most_tasks) {
    const int resources = integer(1, 8), tasks = integer(0, most_tasks);
    const bool ties = one_in(2);
    const auto value = [&](double high) { return ties ? integer(1, 3) : real(0.1, high); };
    Assigning book({}, {});
    book.now = one_in(2) ? 0 : real(0, 1e4);
    book.free = IndexSet(0, resources);
    for (int resource = 0; resource < resources; ++resource) {
      const Seconds past = ties ? 1 : 5;
      book.resources.push_back({value(10)});
      book.resources.back().free_at = value(1e4); // what a free one was given before means nothing
      if (one_in(4))
        book.resources.back().load = ties ? 0.5 : real(0, 0.99);
      if (one_in(6))
        book.crash(resource);
      else if (one_in(2))
        book.occupy(resource, book.now + value(20) - past);
    }
    for (int task = 0; task < tasks; ++task)
      one_in(5) ? book.run(value(100), integer(1, 4)) : book.wait(value(100));
    if (one_in(2))
      book.mean_work = value(100);
    return book;
  }

private:
  int integer(int low, int high) { return boost::random::uniform_int_distribution<int>(low, high)(engine_); }
  double real(double low, double high) {
    return boost::random::uniform_real_distribution<double>(low, high)(engine_);
  }
  bool one_in(int number) { return integer(1, number) == 1; }

  RandomStreams::Engine engine_;
};

/// Puts random books to a policy and to the rule as it is written down.
template <class Rule>
void expect_same_as_rule(const std::string& policy, Rule rule,
                         const std::map<std::string, std::string>& parameters = {}) {
  RandomBooks books(1);
  std::size_t assignments = 0;
  for (int number = 0; number < 2000; ++number) {
    const auto book = books.next(30);
    const auto expected = rule(book);
    ASSERT_EQ(given(policy, book, parameters), expected) << "book " << number;
    assignments += expected.size();
  }
  EXPECT_GT(assignments, 2000u);
}

} // namespace malha::test
