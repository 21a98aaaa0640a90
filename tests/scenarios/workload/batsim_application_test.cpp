// SPDX-License-Identifier: MIT
// Parallel applications in files of Batsim.
#include "generating.hpp"
#include "policies/multicluster/application.hpp"
#include "reading_batsim.hpp"

namespace malha::testing {
namespace batsim_application_test {

using multicluster::Application;

/// A job of 2 CPUs that takes 12.5 s, with this in its extra_data.
std::string with_extra(const std::string& extra) { return batsim_job("1", R"(, "extra_data": )" + extra); }

std::string with_application(const std::string& application) {
  return with_extra(R"({"application": )" + application + "}");
}

void expect_same(const Application* a, const Application* b) {
  ASSERT_NE(a, nullptr);
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(a->name, b->name);
  EXPECT_EQ(a->computation, b->computation);
  EXPECT_EQ(a->communication, b->communication);
  EXPECT_EQ(a->memory, b->memory);
  EXPECT_EQ(a->bandwidth, b->bandwidth);
}

class BatsimApplication : public ReadingBatsim {
protected:
  Application application_of(const std::string& text) const {
    return *multicluster::application_in(jobs_of(with_application(text)).jobs.at(0).extensions);
  }
};

TEST_F(BatsimApplication, IsRead) {
  const auto all = application_of(
      R"({"name": "IS-A", "computation": 8.5, "communication": 4, "memory": 150e6, "bandwidth": 2e7})");
  EXPECT_EQ(all.name, "IS-A");
  EXPECT_EQ(all.computation, 8.5);
  EXPECT_EQ(all.communication, 4);
  EXPECT_EQ(all.memory, 150e6);
  EXPECT_EQ(all.bandwidth, 2e7);
  const auto least = application_of(R"({"name": "x", "computation": 12.5, "communication": 0})");
  EXPECT_EQ(least.memory, 0);
  EXPECT_EQ(least.bandwidth, 0);
  EXPECT_TRUE(
      jobs_of(with_application(R"({"name": "x", "computation": 12.5, "communication": 0})")).notes.empty());
  EXPECT_EQ(multicluster::application_in(jobs_of(batsim_job("1")).jobs.at(0).extensions), nullptr);
}

// The delays of generated jobs are written as such: they take their dedicated time.
TEST_F(BatsimApplication, OfGeneratedJobsIsWrittenAndReadToTheLastDigit) {
  const auto jobs = testing::jobs_of("nas_jobs", {{"jobs", "500"}, {"users", "3"}, {"estimate", "2"}});
  std::ostringstream out;
  write_batsim(jobs, out);
  const auto again = read("b.json", out.str());
  EXPECT_TRUE(again.notes.empty());
  ASSERT_EQ(again.jobs.size(), jobs.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto &written = jobs[i], &found = again.jobs[i];
    EXPECT_EQ(found.id, written.id);
    EXPECT_EQ(found.submitted, written.submitted);
    EXPECT_EQ(found.user, written.user);
    EXPECT_EQ(found.metadata, written.metadata);
    EXPECT_EQ(found.walltime, written.walltime);
    EXPECT_EQ(found.tasks.front().resources, written.tasks.front().resources);
    EXPECT_EQ(found.tasks.front().length, written.tasks.front().length);
    expect_same(multicluster::application_in(found.extensions),
                multicluster::application_in(written.extensions));
  }
}

TEST_F(BatsimApplication, IsWrittenWithoutWhatItDoesNotHave) {
  auto job =
      jobs_of(with_application(R"({"name": "x", "computation": 2.5, "communication": 10})")).jobs.at(0);
  std::ostringstream out;
  write_batsim({job}, out);
  EXPECT_NE(
      out.str().find(R"("extra_data":{"application":{"name":"x","computation":2.5,"communication":10.0}})"),
      std::string::npos)
      << out.str();
}

TEST_F(BatsimApplication, IsNoTaskOfABag) {
  const std::string application = R"("application": {"name": "x", "computation": 12.5, "communication": 0})";
  const std::string job =
      R"({"id": 1, "subtime": 0, "res": 1, "profile": "d", "extra_data": {)" + application;
  EXPECT_EQ(refusal_of(job + R"(, "bag": "a"}})"),
            ": job 1: extra_data has a 'bag' and an 'application'; valid: one of them");
  write_text(folder_ / "a.json",
             batsim_workload(job + "}}, " + R"({"id": 2, "subtime": 0, "res": 1, "profile": "d"})"));
  EXPECT_EQ(read_file(folder_ / "a.json", {}, true).jobs.size(), 2u);
}

TEST_F(BatsimApplication, IsMissedInSwf) {
  const auto jobs =
      jobs_of(with_application(R"({"name": "x", "computation": 12.5, "communication": 0})")).jobs;
  EXPECT_EQ(texts(lost_in_swf(jobs)),
            (std::vector<std::string>{"application that SWF has no field for: 1",
                                      "delay, which is a run time in SWF and takes less on a faster host: 1",
                                      "without a walltime, for which readers of SWF take the run time: 1"}));
}

TEST_F(BatsimApplication, EveryWrongFieldIsNamed) {
  const std::string at = ": job 1: extra_data: application", number = "valid: a number, at least 0";
  const std::string rest = R"("computation": 8.5, "communication": 4})";
  const std::vector<std::pair<std::string, std::string>> all{
      {R"("IS-A")", at + R"( is "IS-A"; valid: an object)"},
      {"{" + rest, at + " has no 'name'; valid: the name of the application"},
      {R"({"name": "", )" + rest, at + R"(: 'name' is ""; valid: the name of the application)"},
      {R"({"name": 4, )" + rest, at + ": 'name' is 4; valid: text without quotes and control characters"},
      {R"({"name": "x", "tasks": 2, )" + rest,
       at + " has an unknown key 'tasks'; valid: name, computation, communication, memory, bandwidth"},
      {R"({"name": "x", "communication": 4})", at + " has no 'computation'; " + number},
      {R"({"name": "x", "computation": 8.5})", at + " has no 'communication'; " + number},
      {R"({"name": "x", "computation": -1, "communication": 4})", at + ": 'computation' is -1; " + number},
      {R"({"name": "x", "computation": 8.5, "communication": "4"})",
       at + R"(: 'communication' is "4"; )" + number},
      {R"({"name": "x", "memory": -1, )" + rest, at + ": 'memory' is -1; " + number},
      {R"({"name": "x", "bandwidth": -1, )" + rest, at + ": 'bandwidth' is -1; " + number},
      {R"({"name": "x", "computation": 8.5, "communication": 4.5})",
       at + ": 'computation' and 'communication' are 13 s together, and the job's profile takes 12.5 s; "
            "valid: "
            "the same"},
  };
  for (const auto& [application, message] : all)
    EXPECT_EQ(refusal_of(with_application(application)), message);
  EXPECT_EQ(refusal_of(R"({"id": 1, "subtime": 0, "res": 2, "profile": "p", "extra_data": {"application":
      {"name": "x", )" +
                       rest + "}}"),
            ": job 1: extra_data has an 'application', and the job's profile gives work; valid: a delay");
}

} // namespace batsim_application_test
} // namespace malha::testing
