// SPDX-License-Identifier: MIT
// The profiles of Batsim's jobs.
#include "reading_batsim.hpp"

namespace malha::testing {
namespace batsim_profiles_test {

class BatsimProfiles : public ReadingBatsim {};

/// A job of two resources with this profile.
std::string with_profile(const std::string& profile, const std::string& others = "") {
  return R"({"nb_res": 2, "jobs": [{"id": 1, "subtime": 0, "res": 2, "profile": "x"}], "profiles": {"x": )" +
         profile + others + "}}";
}

TEST_F(BatsimProfiles, EveryWrongProfileIsNamedWithItsJob) {
  const std::string types =
      "valid: delay, parallel, parallel_homogeneous, parallel_homogeneous_total, composed, DelayProfile, "
      "ParallelTaskProfile, ParallelTaskHomogeneousProfile, SequentialCompositionProfile";
  const std::string harmless = ", and without effect name, description, comment, comments, command, runtime, "
                               "np, mpi_size, extra_data, expected_execution_time";
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
      {R"({"type": "composed", "seq": ["x"], "nb": 0})",
       ": 'nb' is 0; valid: an integer, from 1 to 2147483647"},
      {R"({"type": "composed", "seq": ["x"], "nb": 2, "repeat": 2})",
       " has 'nb' and 'repeat', two names of one number; valid: one of them"},
      {R"({"type": "composed", "seq": ["\u001b[2J"]})",
       ": 'seq' is [\"\\u001b[2J\"]; valid: an array of at least one name of a profile"},
      {R"({"type": "composed", "seq": ["x"], "times": 4})",
       " has an unknown field \"times\"; valid: type, ret, repeat, nb, seq" + harmless},
      {R"({"type": "SequentialCompositionProfile", "seq": ["x"], "nb": 4})",
       " has an unknown field \"nb\"; valid: type, ret, repeat, seq" + harmless},
      {R"({"type": "delay", "delay": 1, "cpu": 4})",
       " has an unknown field \"cpu\"; valid: type, ret, delay, scaled" + harmless},
      {R"({"type": "parallel", "cpu": [1, 1], "generation_strategy": "DefinedAmountsSpreadUniformly"})",
       " has an unknown field \"generation_strategy\"; valid: type, ret, cpu, com" + harmless},
      {R"({"type": "msg_par_hg_pfs0", "size": 1})",
       " is of type msg_par_hg_pfs0, which moves data to or from a storage, which Malha does not model; " +
           types},
      {R"({"type": "delay", "delay": 1, "scaled": 1})", ": 'scaled' is 1; valid: true, false"},
      {R"({"type": "composed", "seq": ["x"]})",
       " lies in 51 others, or in itself; valid: profiles composed of others, at most 50 deep"},
  };
  for (const auto& [profile, message] : all)
    EXPECT_EQ(refusal("a.json", with_profile(profile)), ": job 1: profile 'x'" + message);
  EXPECT_EQ(refusal("a.json", with_profile(R"({"type": "composed", "repeat": 2, "seq": ["y"]},
                                              "y": {"type": "delay", "delay": 1e308})")),
            ": job 1: profile 'x' adds up to a number beyond all numbers; valid: less");
}

// In Batsim 1 and 2 `repeat` is called `nb`. Four times 10 s are 40 s.
TEST_F(BatsimProfiles, NbIsRepeat) {
  for (const std::string name : {"nb", "repeat"}) {
    const auto found =
        read("a.json", with_profile(R"({"type": "composed", ")" + name + R"(": 4, "seq": ["d"]})",
                                    R"(, "d": {"type": "delay", "delay": 10})"));
    EXPECT_EQ(found.jobs.at(0).tasks.at(0).length, 40) << name;
    EXPECT_TRUE(found.notes.empty());
  }
}

TEST_F(BatsimProfiles, AScaledDelayIsARunTimeAtTheReferenceSpeed) {
  const auto task = [&](const std::string& more) {
    return read("a.json", with_profile(R"({"type": "delay", "delay": 10)" + more + "}"))
        .jobs.at(0)
        .tasks.at(0);
  };
  EXPECT_TRUE(task("").is_delay);
  EXPECT_TRUE(task(R"(, "scaled": false)").is_delay);
  EXPECT_FALSE(task(R"(, "scaled": true)").is_delay);
  EXPECT_EQ(task(R"(, "scaled": true)").length, 10);
  EXPECT_EQ(refusal("a.json", with_profile(R"({"type": "composed", "seq": ["y", "z"]},
      "y": {"type": "delay", "delay": 1}, "z": {"type": "delay", "delay": 1, "scaled": true})")),
            ": job 1: profile 'x' is composed of delays of which only some are 'scaled'; valid: all or none");
}

// What Batsim's own workloads have beside its fields changes nothing, also with a name that hides nothing.
TEST_F(BatsimProfiles, FieldsWithoutEffectAreKept) {
  const auto found =
      read("a.json", with_profile(R"({"type": "delay", "delay": 10, "np": 4, "comment": "-"})"));
  EXPECT_EQ(found.jobs.at(0).metadata, "profile.comment=-;profile.np=4");
  EXPECT_EQ(
      refusal("a.json", R"({"jobs": [], "profiles": {"\u202egpj": {}}})"),
      ": the name \"\\u202egpj\" of a profile has U+202E, which turns the direction of text; valid: text "
      "without control characters");
}

// Of 12 flop and 6 bytes for two resources: 6 flop each, and 3 bytes to the other one, or 6 / (2 * 1) = 3
// too; of three, 4 flop and 2 bytes, or 6 / (3 * 2) = 1. A resource alone sends nothing.
TEST_F(BatsimProfiles, TotalsAreSharedByTheResources) {
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
TEST_F(BatsimProfiles, NestedSequencesAreAddedUpOnce) {
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

TEST_F(BatsimProfiles, OfManyProfilesSomeAreNamed) {
  std::string profiles;
  for (char name = 'a'; name <= 'k'; ++name)
    profiles += std::string(name == 'a' ? "" : ",") + '"' + name + R"(": {"type": "delay", "delay": 1})";
  EXPECT_EQ(refusal("a.json", R"({"nb_res": 1, "profiles": {)" + profiles +
                                  R"(}, "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "x"}]})"),
            ": job 1: unknown profile 'x'; valid: a, b, c, d, e, f, g, h, i, j, …");
}

} // namespace batsim_profiles_test
} // namespace malha::testing
