// SPDX-License-Identifier: MIT
// The schedulers of sites and of the grid, with given answers of their policies.
#include "actors/easygrid/dag/model/grid_scheduler.hpp"
#include "actors/easygrid/dag/model/site_scheduler.hpp"

#include "applications.hpp"

namespace malha::easygrid::dag {
namespace schedulers_test {

using Texts = std::vector<std::string>;

std::string tasks_text(const std::vector<TaskId>& tasks) {
  std::string text;
  for (const TaskId task : tasks)
    text += " " + std::to_string(task);
  return text;
}
std::string tasks_text(const std::vector<Moving>& tasks) {
  std::vector<TaskId> ids;
  for (const auto& one : tasks)
    ids.push_back(one.task);
  return tasks_text(ids);
}
std::string tasks_text(const std::vector<Dated>& tasks) {
  std::string text;
  for (const auto& one : tasks)
    text += " " + std::to_string(one.task) + "@" + std::to_string(static_cast<int>(one.date));
  return text;
}
std::string tasks_text(const std::vector<NewPlace>& tasks) {
  std::string text;
  for (const auto& one : tasks)
    text += " " + std::to_string(one.task) + ">" + std::to_string(one.host);
  return text;
}

/// A message as text, without its size.
struct TextOf {
  std::string operator()(const Package& one) const { return "package" + tasks_text(one.tasks); }
  std::string operator()(const Moved& one) const { return "moved" + tasks_text(one.tasks); }
  std::string operator()(const Named& one) const { return "named" + tasks_text(one.tasks); }
  std::string operator()(const Given& one) const { return "given" + tasks_text(one.tasks); }
  std::string operator()(const SiteNews& one) const {
    return "news " + std::to_string(one.ended) + tasks_text(one.finishes);
  }
  std::string operator()(const FinishQuery& one) const { return "query" + tasks_text(one.tasks); }
  std::string operator()(const FinishAnswer& one) const { return "answer" + tasks_text(one.tasks); }
  std::string operator()(const Wish& one) const { return "wish" + tasks_text(one.tasks); }
  template <class Other>
  std::string operator()(const Other& one) const {
    return one.kind;
  }
};

template <class Message>
Texts texts(const std::vector<std::pair<int, Message>>& messages) {
  Texts found;
  for (const auto& [to, message] : messages)
    found.push_back(std::to_string(to) + ": " + std::visit(TextOf(), message));
  return found;
}

/// "pending 1: task 3 0>1 moved"
Texts texts(const std::vector<SiteScheduler::Move>& moves) {
  Texts found;
  for (const auto& move : moves)
    found.push_back(std::string(move.kind) + " " + std::to_string(move.event) + ": task " +
                    std::to_string(move.number) + " " + std::to_string(move.from) + ">" +
                    std::to_string(move.to) + " " + move.outcome);
  return found;
}

/// Policies whose next answers a test gives.
struct GivenChoices : SiteChoices {
  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) override {
    return {{shares.front().child, tasks}};
  }
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>&) override {
    return std::exchange(decision, std::nullopt);
  }
  std::vector<Relocation> relocate(const PendingView& view) override {
    ++checks;
    hosts.clear();
    for (const auto& task : view.tasks)
      hosts.push_back(task.host);
    return std::exchange(moves, {});
  }

  std::optional<Rebalance> decision;
  std::vector<Relocation> moves;
  int checks = 0;
  std::vector<int> hosts; ///< of the tasks of the last view
};

/// Site 0, with hosts 0 and 1.
class Site : public ::testing::Test {
protected:
  SiteScheduler make(const Application& application, bool is_alone) {
    SiteRules rules;
    rules.check_interval = 1000; // ready tasks are not checked, unless a test does it
    rules.is_alone = is_alone;
    return {application, 0, {0, 1}, rules, choices_};
  }
  Texts to_hosts(SiteScheduler& site) {
    auto output = site.take_output();
    moves_ = texts(output.moves);
    to_grid_.clear();
    for (const auto& message : output.to_grid)
      to_grid_.push_back(std::visit(TextOf(), message));
    return texts(output.to_hosts);
  }

  GivenChoices choices_;
  Texts to_grid_, moves_; ///< with the last `to_hosts`
};

/// A chain of four tasks, all planned on host 0.
const std::vector<GivenFile> chain{{3, 0, {1}}, {3, 1, {2}}, {3, 2, {3}}};

TEST_F(Site, SendsEachHostItsPartOfThePlan) {
  const auto application = application_of(3, {}, {0, 1, 0});
  auto site = make(application, true);
  site.take(Package{{{0, {}}, {1, {}}, {2, {}}}});
  EXPECT_EQ(to_hosts(site), (Texts{"0: package 0 2", "1: package 1"}));
}

// Level 0 runs first: no check, since none has been passed. When task 1, of level 1, runs, tasks 2 and 3 are
// looked at. Task 3 goes to host 1: it is asked by name from host 0, which gives it up, and goes on at once.
// Host 0 gets to know its new place: there is its parent, and it had it.
TEST_F(Site, ChecksWaitingTasksWhenALevelIsPassed) {
  const auto application = application_of(4, chain, {0, 0, 0, 0});
  auto site = make(application, true);
  site.take(Package{{{0, {}}, {1, {}}, {2, {}}, {3, {}}}});
  site.take(News{0, {{0, 1}}, {}, {1, 0}});
  site.step(1);
  EXPECT_EQ(choices_.checks, 0);
  to_hosts(site);
  choices_.moves = {{1, 1}};
  site.take(News{0, {{1, 11}}, {{0, 11}}, {1, 0}});
  site.step(11);
  EXPECT_EQ(choices_.checks, 1);
  EXPECT_EQ(to_hosts(site), Texts{"0: named 3"});
  EXPECT_EQ(to_grid_, Texts{"news 1"});
  EXPECT_EQ(moves_, Texts{"pending 1: task 3 0>1 asked"});
  site.take(Given{0, {{3, {}}}});
  const auto output = site.take_output();
  EXPECT_EQ(texts(output.moves), Texts{"pending 1: task 3 0>1 moved"});
  EXPECT_EQ(texts(output.to_hosts), (Texts{"1: package 3", "0: moved 3>1"}));
  EXPECT_EQ(output.pending_accepted, 1);
  EXPECT_EQ(output.relocated, 1);
}

// The event of task 3 is under way when level 2 is passed, and that check is dropped.
TEST_F(Site, DropsACheckThatMeetsAnEvent) {
  const auto application = application_of(4, chain, {0, 0, 0, 0});
  auto site = make(application, true);
  site.take(Package{{{0, {}}, {1, {}}, {2, {}}, {3, {}}}});
  site.take(News{0, {{1, 11}}, {{0, 11}}, {1, 0}});
  choices_.moves = {{1, 1}};
  site.step(11);
  site.take(News{0, {{2, 21}}, {{1, 21}}, {1, 0}});
  site.take(Given{0, {}});
  site.step(22);
  EXPECT_EQ(choices_.checks, 1);
}

// A task that has begun meanwhile is not given up: it keeps its place.
TEST_F(Site, ATaskThatDoesNotComeKeepsItsPlace) {
  const auto application = application_of(4, chain, {0, 0, 0, 0});
  auto site = make(application, true);
  site.take(Package{{{0, {}}, {1, {}}, {2, {}}, {3, {}}}});
  site.take(News{0, {{1, 11}}, {{0, 11}}, {1, 0}});
  choices_.moves = {{1, 1}};
  site.step(11);
  to_hosts(site);
  site.take(Given{0, {}});
  EXPECT_EQ(to_hosts(site), Texts{});
  EXPECT_EQ(moves_, Texts{"pending 1: task 3 0>1 stayed"});
  site.take(News{0, {{2, 21}}, {{1, 21}}, {1, 0}});
  site.take(News{0, {}, {{2, 31}}, {1, 0}});
  site.take(News{0, {{3, 31}}, {}, {1, 0}});
  site.step(31);
  EXPECT_EQ(choices_.checks, 2);
  EXPECT_TRUE(choices_.hosts.empty());
}

// Ready tasks: host 0 is asked for a part, and the distribution sends what it gives to the receiver.
TEST_F(Site, BalancesReadyTasks) {
  const auto application = application_of(2, {}, {0, 0});
  SiteRules rules;
  SiteScheduler site(application, 0, {0, 1}, rules, choices_);
  site.take(Package{{{0, {}}, {1, {}}}});
  to_hosts(site);
  choices_.decision = Rebalance{0, 0.5, {{1, 1}}};
  site.step(2);
  const auto asked = site.take_output();
  EXPECT_EQ(texts(asked.to_hosts), Texts{"0: request"});
  ASSERT_TRUE(asked.ready_check.has_value());
  EXPECT_EQ(asked.ready_check->event, 1);
  EXPECT_EQ(asked.ready_check->loads.size(), 2U);
  site.take(Given{0, {{1, {}}}});
  const auto output = site.take_output();
  EXPECT_EQ(texts(output.moves), Texts{"ready 1: task 1 0>1 moved"});
  ASSERT_TRUE(output.answer.has_value());
  EXPECT_EQ(output.answer->tasks, 1U);
  EXPECT_EQ(texts(output.to_hosts), (Texts{"1: package 1", "0: moved 1>1"}));
  EXPECT_EQ(output.accepted, 1);
}

// Task 1 waits for task 0 of site 1. Before the check the site asks when that ends. After a check without
// moves it asks for the child of task 1 in site 1, which would end here at 12 + 10 + 10 = 32 s: task 1 can
// begin at 12 s, when task 0 ends.
TEST_F(Site, AsksForEndsAndTasksOfOtherSites) {
  const auto application = application_of(4, {{3, 0, {1}}, {3, 1, {2}}}, {2, 0, 2, 0});
  auto site = make(application, false);
  site.take(Package{{{1, {}}, {3, {}}}});
  to_hosts(site);
  site.take(Package{{}, 0, true});
  site.take(News{0, {{3, 1}}, {}, {1, 0}});
  site.take(News{0, {}, {{3, 11}}, {1, 0}});
  site.step(11);
  EXPECT_EQ(choices_.checks, 0); // level 0 is not one that was passed
  to_hosts(site);
  site.take(Package{{{2, {}}}, 0, true}); // has no host yet, so that it is looked at
  site.step(12);
  EXPECT_EQ(to_hosts(site), Texts{});
  EXPECT_EQ(to_grid_, (Texts{"query 0", "news 0 1@22"})); // the plan ends task 0 at 10 s, and it is 12 s
  choices_.moves = {{1, 1}};
  site.take(FinishAnswer{{{0, 12}}}, 13);
  EXPECT_EQ(choices_.hosts, (std::vector<int>{0, -1}));
  EXPECT_EQ(to_hosts(site), Texts{"1: package 2"});
  EXPECT_EQ(moves_, Texts{"site 0: task 2 -1>1 came"});
  EXPECT_EQ(to_grid_, Texts{"moved 2>1"});
}

TEST_F(Site, WishesForChildrenInOtherSites) {
  const auto application = application_of(3, {{3, 0, {1}}, {3, 1, {2}}}, {0, 0, 2});
  auto site = make(application, false);
  site.take(Package{{{0, {}}, {1, {}}}});
  to_hosts(site);
  site.take(News{0, {{1, 11}}, {{0, 11}}, {1, 0}}); // level 1 runs until 21 s
  site.step(11);
  to_hosts(site);
  // Task 2 would run from 21 to 31 s.
  EXPECT_EQ(to_grid_, (Texts{"wish 2@31", "news 1 1@21"}));
}

// Another site gets what host 0 gives. When it has placed it, host 0 gets to know.
TEST_F(Site, GivesTasksToAnotherSite) {
  const auto application = application_of(2, {}, {0, 0});
  auto site = make(application, false);
  site.take(Package{{{0, {}}, {1, {}}}});
  to_hosts(site);
  site.take(Named{{1, 7}, 1});
  site.step(1);
  EXPECT_EQ(to_hosts(site), Texts{"0: named 1"});
  site.take(Given{0, {{1, {}}}});
  to_hosts(site);
  EXPECT_EQ(to_grid_, Texts{"given 1"});
  EXPECT_EQ(moves_, Texts{"site 0: task 1 0>-1 given"});
  site.take(Moved{{{1, 3}}});
  EXPECT_EQ(to_hosts(site), Texts{"0: moved 1>3"});
}

struct GivenMediation : Mediation {
  std::vector<std::size_t> choose(const MediationView& view) override {
    wanted = view.wanted;
    return answer;
  }
  std::vector<std::size_t> answer;
  std::vector<WantedTask> wanted;
};

// Tasks 0 and 1 are of site 0, task 2 of site 1.
class Grid : public ::testing::Test {
protected:
  Grid() : scheduler_(application_, mediation_) {
    std::vector<Task> tasks;
    for (const TaskId id : {0, 1, 2})
      tasks.push_back(application_.task(id));
    scheduler_.distribute(tasks);
  }
  Texts to_sites() { return texts(scheduler_.take_output().to_sites); }

  const Application application_ = application_of(3, {{3, 0, {1}}, {3, 1, {2}}}, {0, 0, 2});
  GivenMediation mediation_;
  GridScheduler scheduler_;
};

TEST_F(Grid, SendsEachSiteItsPartOfThePlan) {
  EXPECT_EQ(to_sites(), (Texts{"0: package 0 1", "1: package 2"}));
}

TEST_F(Grid, HasEndedWhenAllTasksHave) {
  scheduler_.take(SiteNews{0, 2, {}});
  EXPECT_FALSE(scheduler_.all_ended());
  scheduler_.take(SiteNews{1, 1, {}});
  EXPECT_TRUE(scheduler_.all_ended());
}

// The plan ends task 1 at 20 s, and its site reports 25 s.
TEST_F(Grid, AnswersForASiteWithoutAskingIt) {
  to_sites();
  scheduler_.take(FinishQuery{1, {1}});
  EXPECT_EQ(to_sites(), Texts{"1: answer 1@20"});
  scheduler_.take(SiteNews{0, 0, {{1, 25}}});
  scheduler_.take(FinishQuery{1, {1}});
  EXPECT_EQ(to_sites(), Texts{"1: answer 1@25"});
}

// Site 0 would take task 2, which the plan ends at 30 s. Site 1 gives it; site 0 places it on host 1, of
// which site 1 gets to know. Then it is a task of site 0: no site can wish for its own.
TEST_F(Grid, Mediates) {
  to_sites();
  mediation_.answer = {0};
  scheduler_.take(Wish{0, {{2, 22}}}, 5);
  ASSERT_EQ(mediation_.wanted.size(), 1u);
  EXPECT_EQ(mediation_.wanted[0].finish_there, 30);
  EXPECT_EQ(mediation_.wanted[0].site, 1);
  EXPECT_LT(mediation_.wanted[0].last_moved, 0);
  EXPECT_EQ(to_sites(), Texts{"1: named 2"});
  scheduler_.take(Given{1, {{2, {}}}, 0, 0}, 6);
  EXPECT_EQ(to_sites(), Texts{"0: package 2"});
  scheduler_.take(Moved{{{2, 1}}});
  EXPECT_EQ(to_sites(), Texts{"1: moved 2>1"});
  mediation_.answer = {};
  scheduler_.take(Wish{0, {{2, 22}}}, 7);
  EXPECT_TRUE(mediation_.wanted.empty());
  EXPECT_EQ(to_sites(), Texts{"0: package"});
}

} // namespace schedulers_test
} // namespace malha::easygrid::dag
