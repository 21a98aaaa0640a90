// SPDX-License-Identifier: MIT
// Jobs and files of Batsim: what each field means, and what is said of one that is wrong.
#include "reading_batsim.hpp"

namespace malha::testing {
namespace batsim_test {

using Names = std::vector<std::string>;

class Batsim : public ReadingBatsim {};

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
    return jobs_of(batsim_job("1", more), {{"estimates", rule}}).jobs.at(0).walltime;
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
  const auto found = jobs_of(batsim_job("12") + "," + batsim_job(R"("3")")).jobs;
  EXPECT_EQ(found.at(0).id, 12);
  EXPECT_EQ(found.at(1).id, 3);
  EXPECT_EQ(found.at(1).metadata, "");
}

TEST_F(Batsim, ElseJobsAreNumberedByPositionAndKeepTheirIdInTheMetadata) {
  const auto found =
      jobs_of(batsim_job("12") + "," + batsim_job(R"("w0!1")", R"(, "extra_data": {"metadata": "group=3"})"))
          .jobs;
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
      {batsim_job("1.5"), ": job at position 0: 'id' is 1.5; valid: " + id},
      {batsim_job("-1"), ": job at position 0: 'id' is -1; valid: " + id},
      {batsim_job(R"("a\nb")"), ": job at position 0: 'id' is \"a\\nb\"; valid: " + text},
      {batsim_job("1") + "," + batsim_job("1"),
       ": job 1 is listed twice; valid: an id of its own for each job"},
      {batsim_job("1") + "," + batsim_job(R"("01")"),
       ": job 01 is listed twice; valid: an id of its own for each job"},
      {batsim_job(R"("a")") + "," + batsim_job(R"("a")"),
       ": job a is listed twice; valid: an id of its own for each job"},
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
      {batsim_job("1", R"(, "walltime": "long")"),
       ": job 1: 'walltime' is \"long\"; valid: a number, at least -1"},
      {batsim_job("1", R"(, "walltime": -0.5)"),
       ": job 1: 'walltime' is -0.5; valid: -1 (none), or a number, at least 0"},
      {batsim_job("1", R"(, "extra_data": {"user": 3.5})"),
       ": job 1: extra_data: 'user' is 3.5; valid: " + text},
      {batsim_job("1", R"(, "extra_data": {"metadata": "a\nb"})"),
       ": job 1: extra_data: 'metadata' is \"a\\nb\"; valid: " + text},
      {batsim_job("1", R"(, "extra_data": "{\"user\": []}")"),
       ": job 1: extra_data: 'user' is []; valid: " + text},
      {batsim_job("1", R"(, "extra_data": {"queue": "a\u009bb"})"),
       ": job 1: extra_data: 'queue' is \"a\\u009bb\"; valid: " + text},
      {batsim_job("1", R"(, "extra_data": {"user": "a\u202eb"})"),
       ": job 1: extra_data: 'user' is \"a\\u202eb\"; valid: " + text},
      {batsim_job("1", R"(, "res": 2)"),
       ":1: key \"res\" occurs a second time in its object, at byte 74; valid: once"},
      {batsim_job("1", R"(, "extra_data": "{\"user\": 1, \"user\": 2}")"),
       ": job 1: extra_data:1: key \"user\" occurs a second time in its object, at byte 13; valid: once"},
  };
  for (const auto& [jobs, message] : all)
    EXPECT_EQ(refusal_of(jobs), message);
}

// Brackets in a text are none, and a text that is no JSON is kept.
TEST_F(Batsim, AnExtraDataOfBracketsIsAText) {
  const std::string brackets(200, '[');
  EXPECT_EQ(jobs_of(batsim_job("1", R"(, "extra_data": ")" + brackets + R"(\"")")).jobs.at(0).metadata,
            "extra_data=\"" + brackets + "\\\"\"");
}

// What ends an entry of the metadata, or a line, is escaped.
TEST_F(Batsim, FieldsAreKeptAsOneEntryEach) {
  const auto found =
      jobs_of(batsim_job("1", R"(, "a;b": "c;d", "e": "f\ng\u007f", "h": {"i": ";"}, "j": "k l")"));
  EXPECT_EQ(found.jobs.at(0).metadata,
            R"("job.a\u003bb"="c\u003bd";job.e="f\ng\u007f";job.h={"i":"\u003b"};job.j=k l)");
}

TEST_F(Batsim, FieldsAreKeptUpToALimitAndCountedBeyond) {
  const auto found = jobs_of(batsim_job("1", R"(, "a": 1, "z": ")" + std::string(2000, 'x') + '"'));
  EXPECT_EQ(found.jobs.at(0).metadata, "job.a=1");
  EXPECT_EQ(texts(found.notes),
            (Names{"ignored, since metadata end at 2000 characters: unknown field \"z\" of job: 1",
                   "kept in metadata: unknown field \"a\" of job: 1"}));
}

TEST_F(Batsim, NotesNameSomeOfManyFields) {
  std::string fields;
  for (int i = 100; i < 130; ++i)
    fields += ", \"f" + std::to_string(i) + "\": 1";
  const auto notes = texts(jobs_of(batsim_job("1", fields)).notes);
  ASSERT_EQ(notes.size(), 21u);
  EXPECT_EQ(notes.back(), "other unknown fields: 10");
}

// Whoever knows dependencies expects that their jobs wait.
TEST_F(Batsim, DependenciesAndExchangeAreNoted) {
  const auto found = jobs_of(batsim_job("1", R"(, "dependencies": ["2"])") + "," +
                             batsim_job("2", R"(, "extra_data": {"dependencies": []})") + "," +
                             R"({"id": 3, "subtime": 0, "res": 2, "profile": "p"})" + "," +
                             R"({"id": 4, "subtime": 0, "res": 1, "profile": "p"})");
  EXPECT_EQ(texts(found.notes),
            (Names{"exchange data, for which Batsim always uses --sg-cfg host/model:ptask_L07: 1",
                   "kept in metadata: dependencies, for which no job waits here: 2"}));
  EXPECT_EQ(found.jobs.at(0).metadata, R"(job.dependencies=["2"])");
}

// More keys than are compared one by one.
TEST_F(Batsim, OfManyKeysOneIsThereTwice) {
  std::string fields;
  for (int i = 0; i < 40; ++i)
    fields += ", \"f" + std::to_string(i) + "\": {\"f1\": 1}";
  EXPECT_EQ(jobs_of(batsim_job("1", fields)).jobs.size(), 1u);
  const auto said = refusal_of(batsim_job("1", fields + ", \"f39\": 2"));
  EXPECT_EQ(said.substr(0, 42), ":1: key \"f39\" occurs a second time in its ") << said;
}

TEST_F(Batsim, EveryWrongFileIsNamed) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"[]", " is []; valid: an object"},
      {R"({"jobs": [], "profiles": {}})", ": holds no job; valid: at least one"},
      {R"({"nb_res": 0, "jobs": [], "profiles": {}})",
       ": 'nb_res' is 0; valid: an integer, at least 1; or none, if the machine is not known"},
      {"{\"nb_res\": 4,\n\"jobs\": [{\"id\": {\"res\": 1},\n\"x\\\"\": [{}], \"id\": 2}]}",
       ":3: key \"id\" occurs a second time in its object, at byte 56; valid: once"},
      {"{\"profiles\": {\"a\": {}, \"b\": {},\n\"a\": {}}}",
       ":2: key \"a\" occurs a second time in its object, at byte 33; valid: once"},
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
  EXPECT_EQ(refusal("a.json", batsim_workload(batsim_job(deep + std::string(100000, ']')))),
            ": is nested 100003 deep; valid: at most 100");
  EXPECT_EQ(thrown<InputError>([&] { read_file(folder_ / "no.json"); }),
            (folder_ / "no.json").string() + ": cannot be read");
}

} // namespace batsim_test
} // namespace malha::testing
