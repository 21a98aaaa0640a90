// SPDX-License-Identifier: MIT
// Which jobs a power reaches (section 5.5.3 of the thesis, Table 5.1), and what they count (Tables 5.6 and
// 5.7).
#include "oscarpbs_cluster.hpp"

#include <map>

namespace malha::cluster::oscarpbs {
namespace oscarpbs_powers_test {

constexpr Seconds now = 100;
constexpr TaskId inserted_id = 10;

struct Victim {
  const char* name;
  Class kind;
  State state;
  bool critical;
};

/// All that can hold CPUs. A common job is allocated only at the instant of its start.
constexpr Victim victims[] = {{"common allocated", Class::common, State::allocated, false},
                              {"starve allocated", Class::starve, State::allocated, false},
                              {"critical allocated", Class::starve, State::allocated, true},
                              {"qos allocated", Class::qos, State::allocated, false},
                              {"emergency allocated", Class::emergency, State::allocated, false},
                              {"common running", Class::common, State::running, false},
                              {"starve running", Class::starve, State::running, false},
                              {"critical running", Class::starve, State::running, true},
                              {"qos running", Class::qos, State::running, false},
                              {"emergency running", Class::emergency, State::running, false}};

Job job_of(const Victim& victim, TaskId id = inserted_id + 1, Seconds start = now + 1) {
  auto job = test::oscar_job(id, 10, {{1}});
  job.kind = victim.kind;
  job.state = victim.state;
  job.critical = victim.critical;
  job.start = victim.state == State::running ? now - 1 : start;
  return job;
}

/// Those that a job with these powers may remove, of those submitted after it or, with that id, before it.
using Names = std::set<std::string>;
Names removable(Power power, const Powers& powers, TaskId id = inserted_id + 1, Seconds start = now + 1) {
  auto job = test::oscar_job(inserted_id, 10, {{1}});
  job.powers = powers;
  Names names;
  for (const auto& victim : victims)
    if (may_remove(job_of(victim, id, start), job, power, now))
      names.insert(victim.name);
  return names;
}

constexpr Powers everything{true, true, true, true, true, true, true};

TEST(OscarPowers, NoneRemovesNothing) {
  EXPECT_EQ(removable(Power::none, {}), Names{});
  EXPECT_EQ(removable(Power::none, everything), Names{});
}

// Whoever came first, and whenever they start; whatever the booleans say.
TEST(OscarPowers, StarvesRemovesAllocatedOnesThatAreNotCritical) {
  for (const TaskId id : {inserted_id - 1, inserted_id + 1})
    for (const Seconds start : {now, now + 1}) {
      EXPECT_EQ(removable(Power::starves, {}, id, start), Names{"starve allocated"});
      EXPECT_EQ(removable(Power::starves, everything, id, start), Names{"starve allocated"});
    }
}

TEST(OscarPowers, YoungerStarvesRemovesThoseThatCameLaterAndDoNotStartNow) {
  EXPECT_EQ(removable(Power::younger_starves, everything), Names{"starve allocated"});
  EXPECT_EQ(removable(Power::younger_starves, everything, inserted_id - 1), Names{});
  EXPECT_EQ(removable(Power::younger_starves, everything, inserted_id + 1, now), Names{});
}

// Without any of the seven: ordinary starve jobs, older ones and those that start now as well.
TEST(OscarPowers, AllRemovesOrdinaryStarvesAlways) {
  EXPECT_EQ(removable(Power::all, {}), Names{"starve allocated"});
  EXPECT_EQ(removable(Power::all, {}, inserted_id - 1, now), Names{"starve allocated"});
}

// Each of the seven adds what it names and nothing else. A starve job that runs is one, critical or not.
TEST(OscarPowers, AllRemovesWhatEachBooleanNames) {
  struct Row {
    bool Powers::*power;
    Names names;
  };
  const std::vector<Row> table{{&Powers::deallocates_critical_starve, {"critical allocated"}},
                               {&Powers::deallocates_qos, {"qos allocated"}},
                               {&Powers::deallocates_emergency, {"emergency allocated"}},
                               {&Powers::kills_common, {"common running"}},
                               {&Powers::kills_starve, {"starve running", "critical running"}},
                               {&Powers::kills_qos, {"qos running"}},
                               {&Powers::kills_emergency, {"emergency running"}}};
  const Names with_everything = removable(Power::all, everything);
  EXPECT_EQ(with_everything.size(), std::size(victims) - 1);
  EXPECT_EQ(with_everything.count("common allocated"), 0u);
  for (const auto& row : table) {
    Powers one, others = everything;
    one.*row.power = true;
    others.*row.power = false;
    Names expected = row.names, rest = with_everything;
    expected.insert("starve allocated");
    for (const auto& name : row.names)
      rest.erase(name);
    EXPECT_EQ(removable(Power::all, one), expected);
    EXPECT_EQ(removable(Power::all, others), rest);
  }
}

TEST(OscarPowers, NobodyRemovesItself) {
  for (const auto& victim : victims) {
    auto job = job_of(victim);
    job.powers = everything;
    for (const auto power : {Power::none, Power::starves, Power::younger_starves, Power::all})
      EXPECT_FALSE(may_remove(job, job, power, now)) << victim.name;
  }
}

// Table 5.6; critical starve jobs have no line of their own.
TEST(OscarPowers, CategoriesArePowersOfTwo) {
  const std::map<std::string, int> table{
      {"starve allocated", 1},    {"critical allocated", 1}, {"qos allocated", 2},
      {"emergency allocated", 4}, {"common running", 8},     {"starve running", 16},
      {"critical running", 16},   {"qos running", 32},       {"emergency running", 64}};
  for (const auto& victim : victims)
    if (const auto row = table.find(victim.name); row != table.end()) {
      EXPECT_EQ(category_bit(job_of(victim)), row->second) << victim.name;
    }
}

// Table 5.7.
TEST(OscarPowers, RemovesTheLeastImportantFirst) {
  const std::map<std::string, int> table{
      {"starve allocated", 0},    {"critical allocated", 1}, {"qos allocated", 2},
      {"emergency allocated", 3}, {"common running", 4},     {"starve running", 5},
      {"critical running", 5},    {"qos running", 6},        {"emergency running", 7}};
  for (const auto& victim : victims)
    if (const auto row = table.find(victim.name); row != table.end()) {
      EXPECT_EQ(removal_rank(job_of(victim)), row->second) << victim.name;
    }
}

} // namespace oscarpbs_powers_test
} // namespace malha::cluster::oscarpbs
