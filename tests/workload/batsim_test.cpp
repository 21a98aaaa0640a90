// SPDX-License-Identifier: MIT
#include "policies/cluster/oscarpbs/emergency.hpp"
#include "reading.hpp"

namespace malha::testing {
namespace batsim_test {

using cluster::oscarpbs::Powers;

using Names = std::vector<std::string>;

/// A workload of these jobs, with a profile of either type.
std::string workload(const std::string& jobs) {
  return R"({"nb_res": 8, "jobs": [)" + jobs +
         R"(], "profiles": {"d": {"type": "delay", "delay": 12.5},
          "p": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 5e6}}})";
}

/// A job, with more fields behind it.
std::string job(const std::string& id, const std::string& more = "") {
  return R"({"id": )" + id + R"(, "subtime": 0, "res": 2, "profile": "d")" + more + "}";
}

class Batsim : public Reading {
protected:
  Read jobs_of(const std::string& jobs, const std::map<std::string, std::string>& settings = {}) const {
    return read("a.json", workload(jobs), settings);
  }
  std::string refusal_of(const std::string& jobs,
                         const std::map<std::string, std::string>& settings = {}) const {
    return refusal("a.json", workload(jobs), settings);
  }
};

TEST_F(Batsim, ADelayIsALength) {
  const auto found = jobs_of(R"({"id": 7, "subtime": 3.5, "res": 4, "profile": "d", "walltime": 20,
    "extra_data": {"user": "anna", "queue": "long", "metadata": "group=3"}})");
  ASSERT_EQ(found.jobs.size(), 1u);
  const auto& read = found.jobs.front();
  EXPECT_EQ(read.id, 7);
  EXPECT_EQ(read.submitted, 3.5);
  EXPECT_EQ(read.walltime, 20);
  EXPECT_EQ(read.user, "anna");
  EXPECT_EQ(read.queue, "long");
  EXPECT_EQ(read.metadata, "group=3");
  const auto& task = read.tasks.at(0);
  EXPECT_EQ(task.resources, 4);
  EXPECT_EQ(task.length, 12.5);
  EXPECT_EQ(task.reference_speed, reference_speed);
  EXPECT_EQ(task.work, 12.5 * reference_speed);
  EXPECT_TRUE(task.is_delay);
  EXPECT_EQ(run_time(task, 2 * reference_speed), 12.5);
  EXPECT_EQ(computed_work(task), 0);
  EXPECT_EQ(task.exchange, 0);
  EXPECT_TRUE(found.notes.empty());
  EXPECT_TRUE(found.header.empty());
}

TEST_F(Batsim, ParallelWorkIsWorkAndExchange) {
  const auto found = jobs_of(R"({"id": 0, "subtime": 0, "res": 4, "profile": "p", "walltime": 9})");
  const auto& task = found.jobs.at(0).tasks.at(0);
  EXPECT_EQ(task.work, 1e9);
  EXPECT_EQ(task.exchange, 5e6);
  EXPECT_EQ(task.length, 0);
  EXPECT_EQ(task.reference_speed, 0);
  EXPECT_EQ(found.jobs.at(0).walltime, 9);
}

TEST_F(Batsim, WalltimesFollowTheirRule) {
  const auto walltime = [&](const std::string& more, const std::string& rule) {
    return jobs_of(job("1", more), {{"estimates", rule}}).jobs.at(0).walltime;
  };
  EXPECT_EQ(walltime("", "user"), std::nullopt);
  EXPECT_EQ(walltime(R"(, "walltime": -1)", "user"), std::nullopt);
  EXPECT_EQ(walltime(R"(, "walltime": 30)", "user"), 30);
  EXPECT_EQ(walltime(R"(, "walltime": 30)", "exact"), 12.5);
  EXPECT_EQ(walltime("", "factor:2"), 25);
  EXPECT_EQ(
      refusal_of(R"({"id": 3, "subtime": 0, "res": 1, "profile": "p"})", {{"estimates", "exact"}}),
      ": job 3: setting workload.estimates=exact: its profile gives work, so that its run time is not known "
      "before; valid: user");
}

TEST_F(Batsim, IdsAreKeptWhenAllAreNumbers) {
  const auto found = jobs_of(job("12") + "," + job(R"("3")")).jobs;
  EXPECT_EQ(found.at(0).id, 12);
  EXPECT_EQ(found.at(1).id, 3);
  EXPECT_EQ(found.at(1).metadata, "");
}

TEST_F(Batsim, ElseJobsAreNumberedByPositionAndKeepTheirIdInTheMetadata) {
  const auto found =
      jobs_of(job("12") + "," + job(R"("w0!1")", R"(, "extra_data": {"metadata": "group=3"})")).jobs;
  EXPECT_EQ(found.at(0).id, 0);
  EXPECT_EQ(found.at(0).metadata, "id=12");
  EXPECT_EQ(found.at(1).id, 1);
  EXPECT_EQ(found.at(1).metadata, "group=3;id=w0!1");
}

// Jobs 1 and 2 change places with job 3, which is submitted first; 1 stays before 2.
TEST_F(Batsim, JobsAreSortedBySubmissionThenPosition) {
  const auto at = [](int id, int time) {
    return R"({"id": )" + std::to_string(id) + R"(, "subtime": )" + std::to_string(time) +
           R"(, "res": 1, "profile": "d"})";
  };
  const auto found = jobs_of(at(1, 5) + "," + at(2, 5) + "," + at(3, 0) + "," + at(4, 5));
  std::vector<JobId> order;
  for (const auto& read : found.jobs)
    order.push_back(read.id);
  EXPECT_EQ(order, (std::vector<JobId>{3, 1, 2, 4}));
  EXPECT_EQ(texts(found.notes), (Names{"sorted by submission: 3"}));
}

TEST_F(Batsim, EveryWrongJobIsNamed) {
  const std::string id = "an integer, at least 0, or text without quotes and control characters";
  const std::string text = "text without quotes and control characters";
  const std::vector<std::pair<std::string, std::string>> all{
      {"", ": holds no job; valid: at least one"},
      {"3", ": job at position 0 is 3; valid: an object"},
      {"{}", ": job at position 0 has no 'id'; valid: " + id},
      {job("1.5"), ": job at position 0: 'id' is 1.5; valid: " + id},
      {job("-1"), ": job at position 0: 'id' is -1; valid: " + id},
      {job(R"("a\nb")"), ": job at position 0: 'id' is \"a\\nb\"; valid: " + text},
      {job("1") + "," + job("1"), ": job 1 is there twice; valid: an id of its own for each job"},
      {job("1") + "," + job(R"("01")"), ": job 01 is there twice; valid: an id of its own for each job"},
      {job(R"("a")") + "," + job(R"("a")"), ": job a is there twice; valid: an id of its own for each job"},
      {R"({"id": 1, "res": 1, "profile": "d"})", ": job 1 has no 'subtime'; valid: a number, at least 0"},
      {R"({"id": 1, "subtime": "0", "res": 1, "profile": "d"})",
       ": job 1: 'subtime' is \"0\"; valid: a number, at least 0"},
      {R"({"id": 1, "subtime": -4, "res": 1, "profile": "d"})",
       ": job 1: 'subtime' is -4; valid: a number, at least 0"},
      {R"({"id": 1, "subtime": 0, "profile": "d"})",
       ": job 1 has no 'res'; valid: an integer, from 1 to 2147483647"},
      {R"({"id": 1, "subtime": 0, "res": 0, "profile": "d"})",
       ": job 1: 'res' is 0; valid: an integer, from 1 to 2147483647"},
      {R"({"id": 1, "subtime": 0, "res": 1.5, "profile": "d"})",
       ": job 1: 'res' is 1.5; valid: an integer, from 1 to 2147483647"},
      {R"({"id": 1, "subtime": 0, "res": 1})", ": job 1 has no 'profile'; valid: " + text},
      {R"({"id": 1, "subtime": 0, "res": 1, "profile": 4})", ": job 1: 'profile' is 4; valid: " + text},
      {R"({"id": 1, "subtime": 0, "res": 1, "profile": "x"})", ": job 1: unknown profile 'x'; valid: d, p"},
      {job("1", R"(, "walltime": "long")"), ": job 1: 'walltime' is \"long\"; valid: a number, at least -1"},
      {job("1", R"(, "walltime": -0.5)"),
       ": job 1: 'walltime' is -0.5; valid: -1 (none), or a number, at least 0"},
      {job("1", R"(, "extra_data": {"user": 3.5})"), ": job 1: extra_data: 'user' is 3.5; valid: " + text},
      {job("1", R"(, "extra_data": {"metadata": "a\nb"})"),
       ": job 1: extra_data: 'metadata' is \"a\\nb\"; valid: " + text},
      {job("1", R"(, "extra_data": "{\"user\": []}")"), ": job 1: extra_data: 'user' is []; valid: " + text},
      {job("1", R"(, "extra_data": {"queue": "a\"b"})"),
       ": job 1: extra_data: 'queue' is \"a\\\"b\"; valid: " + text},
  };
  for (const auto& [jobs, message] : all)
    EXPECT_EQ(refusal_of(jobs), message);
}

/// A job of 4 CPUs, submitted at 5, with a walltime of 60 and this extra_data.
std::string with_extra(const std::string& extra, const std::string& more = R"(, "walltime": 60)") {
  return R"({"id": 1, "subtime": 5, "res": 4, "profile": "d")" + more + R"(, "extra_data": )" + extra + "}";
}

TEST_F(Batsim, FragmentsAreReadInTheirOrder) {
  const auto found = jobs_of(with_extra(R"({"fragments": [{"cpus": 1, "count": 2},
    {"cpus": 1, "machine": "uff3", "exclusive": true}, {"cpus": 1, "exclusive": false}]})"));
  const auto& read = found.jobs.at(0).fragments;
  ASSERT_EQ(read.size(), 4u);
  for (const auto i : {0u, 1u, 3u}) {
    EXPECT_EQ(read[i].machine, "");
    EXPECT_FALSE(read[i].exclusive);
  }
  EXPECT_EQ(read[2].machine, "uff3");
  EXPECT_TRUE(read[2].exclusive);
  for (const auto& fragment : read)
    EXPECT_EQ(fragment.cpus, 1);
  EXPECT_EQ(found.jobs.at(0).service, ServiceClass::common);
  EXPECT_EQ(found.jobs.at(0).deadline, std::nullopt);
  EXPECT_EQ(jobs_of(with_extra(R"({"fragments": [{"cpus": 4}]})")).jobs.at(0).fragments.at(0).cpus, 4);
}

TEST_F(Batsim, ClassesBringDeadlinesAndPowers) {
  const auto job_with = [&](const std::string& extra) { return jobs_of(with_extra(extra)).jobs.at(0); };
  EXPECT_EQ(job_with(R"({"class": "common"})").service, ServiceClass::common);
  const auto qos = job_with(R"({"class": "qos", "deadline": 5.5})");
  EXPECT_EQ(qos.service, ServiceClass::qos);
  EXPECT_EQ(qos.deadline, 5.5);
  const auto weak = job_with(R"({"class": "emergency", "deadline": 95, "powers": {}})");
  EXPECT_EQ(weak.service, ServiceClass::emergency);
  EXPECT_EQ(weak.deadline, 95);
  const auto* none = weak.extensions.find<Powers>();
  ASSERT_NE(none, nullptr);
  EXPECT_FALSE(none->deallocates_critical_starve || none->deallocates_qos || none->deallocates_emergency ||
               none->kills_common || none->kills_starve || none->kills_qos || none->kills_emergency);
}

TEST_F(Batsim, EachPowerIsGivenByItsName) {
  const auto powers_of = [&](const std::string& key, const std::string& name) {
    return cluster::oscarpbs::powers_in(
        jobs_of(with_extra(R"({"class": "emergency", "deadline": 95, "powers": {")" + key + R"(": [")" +
                           name + R"("]}})"))
            .jobs.at(0)
            .extensions);
  };
  const auto number = [](const Powers& powers) {
    return powers.deallocates_critical_starve + powers.deallocates_qos + powers.deallocates_emergency +
           powers.kills_common + powers.kills_starve + powers.kills_qos + powers.kills_emergency;
  };
  using Power = bool Powers::*;
  const std::vector<std::tuple<std::string, std::string, Power>> all{
      {"deallocate", "critical_starve", &Powers::deallocates_critical_starve},
      {"deallocate", "qos", &Powers::deallocates_qos},
      {"deallocate", "emergency", &Powers::deallocates_emergency},
      {"kill", "common", &Powers::kills_common},
      {"kill", "starve", &Powers::kills_starve},
      {"kill", "qos", &Powers::kills_qos},
      {"kill", "emergency", &Powers::kills_emergency}};
  for (const auto& [key, name, power] : all) {
    const auto powers = powers_of(key, name);
    EXPECT_TRUE(powers.*power) << key << ' ' << name;
    EXPECT_EQ(number(powers), 1) << key << ' ' << name;
  }
}

TEST_F(Batsim, EveryWrongFragmentIsNamed) {
  const std::string at = ": job 1: extra_data: fragment at position 0", text =
                                                                            "text without quotes and control "
                                                                            "characters";
  const std::string whole = ": job 1: extra_data: 'fragments' ";
  const std::vector<std::pair<std::string, std::string>> all{
      {"4", whole + "is 4; valid: an array of at least one fragment"},
      {"[]", whole + "is []; valid: an array of at least one fragment"},
      {"[4]", at + " is 4; valid: an object"},
      {"[{}]", at + " has no 'cpus'; valid: an integer, from 1 to 4"},
      {R"([{"cpus": 0}])", at + ": 'cpus' is 0; valid: an integer, from 1 to 4"},
      {R"([{"cpus": 5}])", at + ": 'cpus' is 5; valid: an integer, from 1 to 4"},
      {R"([{"cpus": 4, "host": "a"}])",
       at + " has an unknown key 'host'; valid: cpus, machine, exclusive, count"},
      {R"([{"cpus": 4, "machine": 3}])", at + ": 'machine' is 3; valid: " + text},
      {R"([{"cpus": 4, "machine": ""}])",
       at + ": 'machine' is \"\"; valid: the name of a machine, or no 'machine'"},
      {R"([{"cpus": 4, "exclusive": 1}])", at + ": 'exclusive' is 1; valid: true, false"},
      {R"([{"cpus": 2, "count": "2"}])", at + ": 'count' is \"2\"; valid: an integer, from 1 to 4"},
      {R"([{"cpus": 2, "machine": "a", "count": 2}])", at + " has 'machine' and 'count'; valid: one of them"},
      {R"([{"cpus": 1}, {"cpus": 2}])", whole + "add up to 3 CPUs, fewer than 'res'; valid: 4"},
      {R"([{"cpus": 3}, {"cpus": 2}])", whole + "add up to more CPUs than 'res'; valid: 4"},
      {R"([{"cpus": 2, "count": 3}])", whole + "add up to more CPUs than 'res'; valid: 4"},
  };
  for (const auto& [fragments, message] : all)
    EXPECT_EQ(refusal_of(with_extra(R"({"fragments": )" + fragments + "}")), message);
}

TEST_F(Batsim, EveryWrongClassAndDeadlineIsNamed) {
  const std::string at = ": job 1: extra_data", past = "valid: a number, above 'subtime', 5";
  const std::vector<std::pair<std::string, std::string>> all{
      {R"({"class": "batch"})", at + ": 'class' is \"batch\"; valid: common, qos, emergency"},
      {R"({"class": 1})", at + ": 'class' is 1; valid: common, qos, emergency"},
      {R"({"class": "qos"})", at + " has no 'deadline', and its class is qos; " + past},
      {R"({"class": "emergency", "powers": {}})",
       at + " has no 'deadline', and its class is emergency; " + past},
      {R"({"class": "qos", "deadline": 5})", at + ": 'deadline' is 5; " + past},
      {R"({"class": "qos", "deadline": "soon"})", at + ": 'deadline' is \"soon\"; " + past},
      {R"({"deadline": 90})", at + " has a 'deadline', and its class is common; valid: class qos, emergency"},
  };
  for (const auto& [extra, message] : all)
    EXPECT_EQ(refusal_of(with_extra(extra)), message);
  EXPECT_EQ(
      refusal_of(with_extra(R"({"class": "qos", "deadline": 90})", "")),
      at + ": its class is qos, and it has no walltime, without which no slot before the deadline can be "
           "planned; valid: a 'walltime', or setting workload.estimates other than user");
  // An estimate is a walltime.
  EXPECT_EQ(jobs_of(with_extra(R"({"class": "qos", "deadline": 90})", ""), {{"estimates", "exact"}})
                .jobs.at(0)
                .walltime,
            12.5);
}

TEST_F(Batsim, EveryWrongPowerIsNamed) {
  const auto refusal_with = [&](const std::string& powers) {
    return refusal_of(with_extra(R"({"class": "emergency", "deadline": 90)" + powers + "}"));
  };
  const std::string at = ": job 1: extra_data: powers", may_kill = "common, starve, qos, emergency";
  EXPECT_EQ(refusal_with(""), ": job 1: extra_data has no 'powers', and its class is emergency; valid: an "
                              "object with 'deallocate', 'kill', both or none of them");
  EXPECT_EQ(refusal_with(R"(, "powers": ["qos"])"), at + " is [\"qos\"]; valid: an object");
  EXPECT_EQ(refusal_with(R"(, "powers": {"stop": []})"),
            at + " has an unknown key 'stop'; valid: deallocate, kill");
  EXPECT_EQ(refusal_with(R"(, "powers": {"kill": "qos"})"),
            at + ": 'kill' is \"qos\"; valid: an array of names out of " + may_kill);
  EXPECT_EQ(refusal_with(R"(, "powers": {"kill": ["qos", "critical_starve"]})"),
            at + ": 'kill' has \"critical_starve\"; valid: " + may_kill);
  EXPECT_EQ(refusal_with(R"(, "powers": {"deallocate": [1]})"),
            at + ": 'deallocate' has 1; valid: critical_starve, qos, emergency");
  EXPECT_EQ(refusal_of(with_extra(R"({"class": "qos", "deadline": 90, "powers": {}})")),
            ": job 1: extra_data has 'powers', and its class is qos; valid: class emergency");
  EXPECT_EQ(refusal_of(with_extra(R"({"powers": {}})")),
            ": job 1: extra_data has 'powers', and its class is common; valid: class emergency");
}

/// A job of two resources with this profile.
std::string with_profile(const std::string& profile, const std::string& others = "") {
  return R"({"nb_res": 2, "jobs": [{"id": 1, "subtime": 0, "res": 2, "profile": "x"}], "profiles": {"x": )" +
         profile + others + "}}";
}

TEST_F(Batsim, EveryWrongProfileIsNamedWithItsJob) {
  const std::string types =
      "valid: delay, parallel, parallel_homogeneous, parallel_homogeneous_total, composed, DelayProfile, "
      "ParallelTaskProfile, ParallelTaskHomogeneousProfile, SequentialCompositionProfile";
  const std::string two = "valid: an array of 2 numbers, at least 0, for the resources of the job";
  const std::string uneven = " gives its resources different amounts, and Malha runs jobs of which each "
                             "resource computes as much, and "
                             "sends as much to each other one; valid: equal values in 'cpu', and in 'com' "
                             "but for its diagonal, which "
                             "is 0";
  const std::vector<std::pair<std::string, std::string>> all{
      {"3", " is 3; valid: an object"},
      {"{}", " has no 'type'; " + types},
      {R"({"type": "sleep"})", ": 'type' is \"sleep\"; " + types},
      {R"({"type": 4})", ": 'type' is 4; " + types},
      {R"({"type": "delay"})", " has no 'delay'; valid: a number, at least 0"},
      {R"({"type": "delay", "delay": -1})", ": 'delay' is -1; valid: a number, at least 0"},
      {R"({"type": "parallel_homogeneous", "com": 1})", " has no 'cpu'; valid: a number, at least 0"},
      {R"({"type": "parallel_homogeneous", "cpu": 1, "com": "x"})",
       ": 'com' is \"x\"; valid: a number, at least 0"},
      {R"({"type": "parallel_homogeneous", "cpu": 1, "com": 1, "generation_strategy": "half"})",
       ": 'generation_strategy' is \"half\"; valid: DefinedAmountsUsedForEachValue, "
       "DefinedAmountsSpreadUniformly"},
      {R"({"type": "parallel"})", " has neither 'cpu' nor 'com'; valid: one of them, or both"},
      {R"({"type": "parallel", "cpu": [1]})", ": 'cpu' is [1]; " + two},
      {R"({"type": "parallel", "cpu": [1, -1]})", ": 'cpu' is [1,-1]; " + two},
      {R"({"type": "parallel", "cpu": [1, 2]})", uneven},
      {R"({"type": "parallel", "cpu": [1, 1], "com": [0, 1, 2, 0]})", uneven},
      {R"({"type": "parallel", "cpu": [1, 1], "com": [1, 1, 1, 1]})", uneven},
      {R"({"type": "composed"})", " has no 'seq'; valid: an array of at least one name of a profile"},
      {R"({"type": "composed", "seq": []})",
       ": 'seq' is []; valid: an array of at least one name of a profile"},
      {R"({"type": "composed", "seq": [1]})",
       ": 'seq' is [1]; valid: an array of at least one name of a profile"},
      {R"({"type": "composed", "seq": ["y"]})", ": unknown profile 'y'; valid: x"},
      {R"({"type": "composed", "seq": ["x"], "repeat": 0})",
       ": 'repeat' is 0; valid: an integer, from 1 to 2147483647"},
      {R"({"type": "composed", "seq": ["x"]})",
       " lies in 51 others, or in itself; valid: profiles composed of others, at most 50 deep"},
  };
  for (const auto& [profile, message] : all)
    EXPECT_EQ(refusal("a.json", with_profile(profile)), ": job 1: profile 'x'" + message);
  EXPECT_EQ(refusal("a.json", with_profile(R"({"type": "composed", "repeat": 2, "seq": ["y"]},
                                              "y": {"type": "delay", "delay": 1e308})")),
            ": job 1: profile 'x' adds up to a number beyond all numbers; valid: less");
}

// Of 12 flop and 6 bytes for two resources: 6 flop each, and 3 bytes to the other one, or 6 / (2 * 1) = 3
// too; of three, 4 flop and 2 bytes, or 6 / (3 * 2) = 1. A resource alone sends nothing.
TEST_F(Batsim, TotalsAreSharedByTheResources) {
  const auto loads = [&](const std::string& profile) {
    std::vector<double> all;
    for (const std::string size : {"1", "2", "3"}) {
      auto text = with_profile(profile);
      const auto job = read("a.json", text.replace(text.find(R"("res": 2)") + 7, 1, size)).jobs.at(0);
      all.insert(all.end(), {job.tasks[0].work, job.tasks[0].exchange});
    }
    return all;
  };
  using Loads = std::vector<double>;
  EXPECT_EQ(loads(R"({"type": "parallel_homogeneous_total", "cpu": 12, "com": 6})"),
            (Loads{12, 0, 6, 3, 4, 2}));
  EXPECT_EQ(loads(R"({"type": "ParallelTaskHomogeneousProfile", "cpu": 12, "com": 6,
                      "generation_strategy": "DefinedAmountsSpreadUniformly"})"),
            (Loads{12, 0, 6, 3, 4, 1}));
  EXPECT_EQ(loads(R"({"type": "msg_par_hg", "cpu": 12, "com": 6})"), (Loads{12, 0, 12, 6, 12, 6}));
}

// Each of 49 profiles is ten times the next one, of 1 s: as many steps as profiles, not 10^49 of them.
TEST_F(Batsim, NestedSequencesAreAddedUpOnce) {
  std::string others;
  for (int i = 1; i < 50; ++i) {
    const std::string next = '"' + std::to_string(i) + '"';
    others += ", \"" + std::to_string(i - 1) + R"(": {"type": "composed", "seq": [)" + next;
    for (int copies = 1; copies < 10; ++copies)
      others += "," + next;
    others += "]}";
  }
  others += R"(, "49": {"type": "delay", "delay": 1})";
  EXPECT_DOUBLE_EQ(read("a.json", with_profile(R"({"type": "composed", "seq": ["0"]})", others))
                       .jobs.at(0)
                       .tasks[0]
                       .length,
                   1e49);
}

// Brackets in a text are none, and a text that is no JSON is kept.
TEST_F(Batsim, AnExtraDataOfBracketsIsAText) {
  const std::string brackets(200, '[');
  EXPECT_EQ(jobs_of(job("1", R"(, "extra_data": ")" + brackets + R"(\"")")).jobs.at(0).metadata,
            "extra_data=\"" + brackets + "\\\"\"");
}

// What ends an entry of the metadata, or a line, is escaped.
TEST_F(Batsim, FieldsAreKeptAsOneEntryEach) {
  const auto found = jobs_of(job("1", R"(, "a;b": "c;d", "e": "f\ng\u007f", "h": {"i": ";"}, "j": "k l")"));
  EXPECT_EQ(found.jobs.at(0).metadata,
            R"("job.a\u003bb"="c\u003bd";job.e="f\ng\u007f";job.h={"i":"\u003b"};job.j=k l)");
}

TEST_F(Batsim, FieldsAreKeptUpToALimitAndCountedBeyond) {
  const auto found = jobs_of(job("1", R"(, "a": 1, "z": ")" + std::string(2000, 'x') + '"'));
  EXPECT_EQ(found.jobs.at(0).metadata, "job.a=1");
  EXPECT_EQ(texts(found.notes),
            (Names{"ignored, since metadata end at 2000 characters: unknown field \"z\" of job: 1",
                   "kept in metadata: unknown field \"a\" of job: 1"}));
}

TEST_F(Batsim, NotesNameSomeOfManyFields) {
  std::string fields;
  for (int i = 100; i < 130; ++i)
    fields += ", \"f" + std::to_string(i) + "\": 1";
  const auto notes = texts(jobs_of(job("1", fields)).notes);
  ASSERT_EQ(notes.size(), 21u);
  EXPECT_EQ(notes.back(), "other unknown fields: 10");
}

TEST_F(Batsim, OfManyProfilesSomeAreNamed) {
  std::string profiles;
  for (char name = 'a'; name <= 'k'; ++name)
    profiles += std::string(name == 'a' ? "" : ",") + '"' + name + R"(": {"type": "delay", "delay": 1})";
  EXPECT_EQ(refusal("a.json", R"({"nb_res": 1, "profiles": {)" + profiles +
                                  R"(}, "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "x"}]})"),
            ": job 1: unknown profile 'x'; valid: a, b, c, d, e, f, g, h, i, j, …");
}

TEST_F(Batsim, EveryWrongFileIsNamed) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"[]", " is []; valid: an object"},
      {R"({"jobs": [], "profiles": {}})", " has no 'nb_res'; valid: an integer, at least 1"},
      {R"({"nb_res": 0, "jobs": [], "profiles": {}})", ": 'nb_res' is 0; valid: an integer, at least 1"},
      {R"({"nb_res": 1, "jobs": []})", " has no 'profiles'; valid: an object of profiles"},
      {R"({"nb_res": 1, "profiles": {}})", " has no 'jobs'; valid: an array of jobs"},
      {R"({"nb_res": 1, "profiles": [], "jobs": []})", ": 'profiles' is []; valid: an object of profiles"},
      {R"({"nb_res": 1, "profiles": {}, "jobs": {}})", ": 'jobs' is {}; valid: an array of jobs"},
      {"{\n\"nb_res\": 1,\n\"jobs\" [", ":3: is not JSON at byte 23; valid: a workload of Batsim"},
      {"", ":1: is not JSON at byte 1; valid: a workload of Batsim"},
      {"{\n\"nb_res\": 1\n", ":3: is not JSON at byte 15; valid: a workload of Batsim"},
      {R"({"nb_res": 1e999})", ": holds a number beyond all numbers; valid: a workload of Batsim"},
  };
  for (const auto& [text, message] : all)
    EXPECT_EQ(refusal("a.json", text), message);
  const std::string deep(100000, '[');
  EXPECT_EQ(refusal("a.json", deep + std::string(100000, ']')),
            ": is nested 100000 deep; valid: at most 100");
  EXPECT_EQ(refusal("a.json", workload(job(deep + std::string(100000, ']')))),
            ": is nested 100003 deep; valid: at most 100");
  EXPECT_EQ(thrown<InputError>([&] { read_file(folder_ / "no.json"); }),
            (folder_ / "no.json").string() + ": cannot be read");
}

} // namespace batsim_test
} // namespace malha::testing
