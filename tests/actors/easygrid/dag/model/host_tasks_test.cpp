// SPDX-License-Identifier: MIT
// The tasks of host 1.
#include "actors/easygrid/dag/model/host_tasks.hpp"

#include "applications.hpp"

namespace malha::easygrid::dag {
namespace host_tasks_test {

/// What a host waits for: "1@5 2" is task 1, ready since 5 s, before task 2, which is not ready.
std::string line_of(const HostTasks& tasks) {
  std::string text;
  for (const auto& one : tasks.waiting()) {
    text += (text.empty() ? "" : " ") + std::to_string(one.task.id);
    if (one.ready_since < never)
      text += "@" + std::to_string(static_cast<int>(one.ready_since));
  }
  return text;
}

/// What is sent: "2: 0>1+3 7B" goes to host 2, made by task 0 for tasks 1 and 3.
std::vector<std::string> sent(HostTasks& tasks) {
  std::vector<std::string> texts;
  for (const auto& [host, data] : tasks.take_data()) {
    std::string readers;
    for (const TaskId reader : data.readers)
      readers += (readers.empty() ? "" : "+") + std::to_string(reader);
    texts.push_back(std::to_string(host) + ": " + std::to_string(data.maker) + ">" + readers + " " +
                    std::to_string(static_cast<int>(data.bytes)) + "B");
  }
  return texts;
}

using Texts = std::vector<std::string>;

// Task 2 reads 3 B of task 0 and 4 B of task 1.
TEST(HostTasks, ATaskIsReadyWhenAllItsDataAreThere) {
  const auto application = application_of(3, {{3, 0, {2}}, {4, 1, {2}}}, {0, 0, 1});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{2, {}}}}, 1);
  EXPECT_EQ(line_of(tasks), "2");
  tasks.take(Data{0, {2}, 3}, 4);
  EXPECT_EQ(line_of(tasks), "2");
  tasks.take(Data{1, {2}, 4}, 7);
  EXPECT_EQ(line_of(tasks), "2@7");
  EXPECT_EQ(tasks.ready_work(), 10);
}

TEST(HostTasks, DataMayComeBeforeTheirTask) {
  const auto application = application_of(2, {{3, 0, {1}}}, {0, 1});
  HostTasks tasks(application, 1);
  tasks.take(Data{0, {1}, 3}, 4);
  tasks.take(Package{{{1, {}}}}, 6);
  EXPECT_EQ(line_of(tasks), "1@6");
}

// Task 0 makes a file of 5 B that tasks 1 to 3 read, and one of 2 B for task 3. Tasks 2 and 3 are on host 2,
// which gets each file once; task 1 is here.
TEST(HostTasks, AFileGoesToAHostOnce) {
  const auto application = application_of(4, {{5, 0, {1, 2, 3}}, {2, 0, {3}}}, {1, 1, 2, 2});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{0, {}}, {1, {}}}}, 0);
  EXPECT_EQ(tasks.launch({0}).front().id, 0);
  tasks.ended(0, 10);
  EXPECT_EQ(line_of(tasks), "1@10");
  EXPECT_EQ(sent(tasks), Texts{"2: 0>2+3 7B"});
}

// Tasks are in line by their planned starts, whatever the order in which they come.
TEST(HostTasks, TheLineIsThatOfThePlan) {
  const auto application = application_of(3, {}, {1, 1, 1});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{2, {}}, {0, {}}}}, 0);
  tasks.take(Package{{{1, {}}}}, 5);
  EXPECT_EQ(line_of(tasks), "0@0 1@5 2@0");
}

// Task 3 takes the 3 B of task 0 along. The data of task 1 come later: they stay until the host is told where
// task 3 is, and later ones go on at once.
TEST(HostTasks, DataFollowATaskThatWasGivenAway) {
  const auto application = application_of(4, {{3, 0, {3}}, {4, 1, {3}}, {6, 2, {3}}}, {0, 0, 0, 1});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{3, {}}}}, 0);
  tasks.take(Data{0, {3}, 3}, 4);
  const auto given = tasks.give({3, 1});
  ASSERT_EQ(given.tasks.size(), 1u);
  EXPECT_EQ(given.tasks[0].has, std::vector<TaskId>{0});
  EXPECT_EQ(given.bytes, 3);
  tasks.take(Data{1, {3}, 4}, 5);
  EXPECT_EQ(sent(tasks), Texts{});
  tasks.take(Moved{{{3, 2}}});
  EXPECT_EQ(sent(tasks), Texts{"2: 1>3 4B"});
  tasks.take(Data{2, {3}, 6}, 6);
  EXPECT_EQ(sent(tasks), Texts{"2: 2>3 6B"});
  EXPECT_EQ(tasks.passed_on(), 2);
}

TEST(HostTasks, ATaskMayComeBack) {
  const auto application = application_of(2, {{3, 0, {1}}}, {0, 1});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{1, {}}}}, 0);
  tasks.give({1});
  tasks.take(Data{0, {1}, 3}, 4);
  tasks.take(Package{{{1, {}}}}, 6);
  tasks.take(Moved{{{1, 2}}}); // of an earlier move, and late
  EXPECT_EQ(line_of(tasks), "1@6");
}

TEST(HostTasks, ATaskThatRunsIsNotGivenAway) {
  const auto application = application_of(1, {}, {1});
  HostTasks tasks(application, 1);
  tasks.take(Package{{{0, {}}}}, 0);
  tasks.launch({0});
  EXPECT_TRUE(tasks.give({0}).tasks.empty());
}

// An input of 8 B that no task makes comes with the task.
TEST(HostTasks, ExternalInputsAreCarried) {
  const auto application = application_of(2, {{8, -1, {1}}, {3, 0, {1}}}, {0, 1});
  EXPECT_EQ(application.carried(1, {}), 8);
  EXPECT_EQ(application.carried(1, {0}), 11);
}

} // namespace host_tasks_test
} // namespace malha::easygrid::dag
