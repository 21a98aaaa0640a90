// SPDX-License-Identifier: MIT
// What extra_data of Batsim's jobs says of fragments, classes, deadlines and powers.
#include "policies/cluster/queue/oscarpbs/emergency.hpp"
#include "reading_batsim.hpp"

namespace malha::testing {
namespace batsim_classes_test {

using cluster::oscarpbs::Powers;

class BatsimClasses : public ReadingBatsim {};

/// A job of 4 CPUs, submitted at 5, with a walltime of 60 and this extra_data.
std::string with_extra(const std::string& extra, const std::string& more = R"(, "walltime": 60)") {
  return R"({"id": 1, "subtime": 5, "res": 4, "profile": "d")" + more + R"(, "extra_data": )" + extra + "}";
}

TEST_F(BatsimClasses, FragmentsAreReadInTheirOrder) {
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

TEST_F(BatsimClasses, ClassesBringDeadlinesAndPowers) {
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

TEST_F(BatsimClasses, EachPowerIsGivenByItsName) {
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

TEST_F(BatsimClasses, EveryWrongFragmentIsNamed) {
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

TEST_F(BatsimClasses, EveryWrongClassAndDeadlineIsNamed) {
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

TEST_F(BatsimClasses, EveryWrongPowerIsNamed) {
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

} // namespace batsim_classes_test
} // namespace malha::testing
