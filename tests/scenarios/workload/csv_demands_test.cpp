// SPDX-License-Identifier: MIT
// What jobs of CSV traces ask for beside nodes, and what they wait for.
#include "reading.hpp"

namespace malha::testing {
namespace csv_demands_test {

using Texts = std::vector<std::string>;

class CsvDemands : public Reading {
protected:
  static constexpr const char* plain = "submit:submit,run:run,nodes:nodes,job:job,user:user,name:name";

  Read rows(const std::string& text, const std::string& columns) const {
    return read("a.csv", text, {{"columns", plain + ("," + columns)}});
  }
  std::string said(const std::string& text, const std::string& columns) const {
    auto all = refusal("a.csv", text, {{"columns", plain + ("," + columns)}});
    const auto end = all.find(or_skip);
    return all.substr(0, end);
  }
  /// "job: what it waits for", by kinds.
  static Texts waits(const Read& found) {
    Texts all;
    for (const auto& job : found.jobs) {
      all.push_back(std::to_string(job.id) + ":");
      if (job.preceding != nullptr)
        for (const auto& one : job.preceding->jobs)
          all.back() += std::string(" ") + name_of(one.kind) + " " + std::to_string(one.job) +
                        (one.delay > 0 ? "+" + std::to_string(static_cast<int>(one.delay)) + " s" : "") +
                        (job.preceding->one_suffices ? "?" : "");
    }
    return all;
  }
};

TEST_F(CsvDemands, AreMemoryDevicesLicencesAndAReservation) {
  const auto found = rows("submit,run,nodes,job,user,name,mem,tres,lic,resv\n"
                          "0,10,2,1,ann,big,2.5,gpu:a100:2,matlab:1,course\n"
                          "0,10,2,2,ann,big,,,,\n",
                          "memory:mem:gib,gres:tres,licences:lic,reservation:resv");
  ASSERT_EQ(found.jobs.size(), 2u);
  const auto& job = found.jobs.front();
  ASSERT_NE(job.demands, nullptr);
  EXPECT_EQ(job.demands->memory, 2.5 * 1024 * 1024 * 1024);
  EXPECT_EQ(job.demands->devices, (std::map<std::string, std::int64_t>{{"gpu:a100", 2}}));
  EXPECT_EQ(job.demands->licences, (std::map<std::string, std::int64_t>{{"matlab", 1}}));
  EXPECT_EQ(job.reservation, "course");
  EXPECT_EQ(job.name, "big");
  EXPECT_EQ(job.metadata, "name=big;memory=2.5;gres=gpu:a100:2;licences=matlab:1;reservation=course");
  EXPECT_EQ(found.jobs.back().demands, nullptr);
}

TEST_F(CsvDemands, HaveTheArrayOfATask) {
  const auto found = rows(
      "submit,run,nodes,job,user,name,array\n0,10,1,1,,,17%3\n0,10,1,2,,,17\n0,10,1,3,,,\n", "array:array");
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].array.name, "17");
  EXPECT_EQ(found.jobs[0].array.most_at_once, 3);
  EXPECT_EQ(found.jobs[1].array.most_at_once, 0);
  EXPECT_TRUE(found.jobs[2].array.name.empty());
  EXPECT_EQ(said("submit,run,nodes,job,user,name,array\n0,10,1,1,,,17%0\n", "array:array"),
            ":2: column 'array' (array) is '17%0'; valid: the name of an array, such as 17, or 17%3 if three "
            "of its "
            "tasks may run at once");
}

// Dates count from the first submission, at 10:00. Job 2 begins before that, and is never released.
TEST_F(CsvDemands, HaveDatesOfTheirUsers) {
  const auto found =
      read("a.csv",
           "submit,run,nodes,b,h,d\n"
           "2026-05-01 10:00:00,10,1,2026-05-01 11:00:00,2026-05-01 10:30:00,2026-05-01 12:00:00\n"
           "2026-05-01 10:00:05,10,1,2026-05-01 09:00:00,forever,\n"
           "2026-05-01 10:00:06,10,1,,,\n",
           {{"columns", "submit:submit:date,run:run,nodes:nodes,begin:b:date,hold:h:date,deadline:d:date"}});
  ASSERT_EQ(found.jobs.size(), 3u);
  EXPECT_EQ(found.jobs[0].dates.begin, 3600);
  EXPECT_EQ(found.jobs[0].dates.held_until, 1800);
  EXPECT_EQ(found.jobs[0].deadline, 7200);
  EXPECT_EQ(found.jobs[1].dates.begin, 0);
  EXPECT_EQ(found.jobs[1].dates.held_until, never);
  EXPECT_FALSE(found.jobs[1].deadline);
  EXPECT_FALSE(found.jobs[2].dates.are_given());
  EXPECT_EQ(texts(found.notes).front(), "date without a zone, read as UTC: 3");
  EXPECT_EQ(found.jobs[1].metadata, ""); // the scheduler says them, as they count in the run
}

TEST_F(CsvDemands, RefuseDatesThatCountFromElsewhere) {
  const std::string header = "submit,run,nodes,job,user,name,x\n";
  EXPECT_EQ(said(header + "0,10,2,1,,,2026-05-01T10:00:00Z\n", "begin:x:date"),
            ":2: column 'x' (begin) is '2026-05-01T10:00:00Z'; valid: a date of the same kind as that of "
            "'submit', with a zone only if that has one");
  EXPECT_EQ(said(header + "0,10,2,1,,,soon\n", "hold:x"),
            ":2: column 'x' (hold) is 'soon'; valid: a number of seconds, at least 0 and below 253402300800 "
            "s; forms of hold: s, ms, min, h, date, epoch, epoch_ms");
}

TEST_F(CsvDemands, HaveAConstraintAndANiceValue) {
  const auto found = rows("submit,run,nodes,job,user,name,c,n\n0,10,1,1,,,gpu&ssd,-5\n0,10,1,2,,,,\n",
                          "constraint:c,nice:n");
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].constraint, "gpu&ssd");
  EXPECT_EQ(found.jobs[0].nice, -5);
  EXPECT_EQ(found.jobs[0].metadata, "constraint=gpu&ssd;nice=-5");
  EXPECT_TRUE(found.jobs[1].constraint.empty());
  EXPECT_EQ(found.jobs[1].nice, 0);
  const std::string header = "submit,run,nodes,job,user,name,x\n0,10,2,1,,,";
  for (const std::string text : {"gpu|ssd", "gpu*2", "[gpu&ssd]", "gpu&", "gpu&(a&b)"})
    EXPECT_EQ(said(header + text + "\n", "constraint:x"),
              ":2: column 'x' (constraint) is '" + text +
                  "'; valid: a feature of nodes, such as gpu, or several, such as gpu&ssd");
  for (const std::string text : {"1.5", "2147483646", "low"})
    EXPECT_EQ(said(header + text + "\n", "nice:x"),
              ":2: column 'x' (nice) is '" + text + "'; valid: an integer, from -2147483645 to 2147483645");
}

TEST_F(CsvDemands, AreRefusedIfTheyAreNone) {
  const std::string header = "submit,run,nodes,job,user,name,x\n";
  EXPECT_EQ(said(header + "0,10,2,1,,,gpu:2:3:4\n", "gres:x"),
            ":2: column 'x' (gres) is 'gpu:2:3:4'; valid: names and numbers, such as gpu:2");
  EXPECT_EQ(said(header + "0,10,2,1,,,much\n", "memory:x"),
            ":2: column 'x' (memory) is 'much'; valid: a number of MiB, from 0 to 1e12; forms "
            "of memory: mib, gib, bytes");
}

TEST_F(CsvDemands, BecomeWaitsOfAllKinds) {
  EXPECT_EQ(waits(rows("submit,run,nodes,job,user,name,after\n"
                       "0,10,1,1,,,\n0,10,1,2,,,after:1+5\n0,10,1,3,,,\"afterok:1,afternotok:2\"\n"
                       "0,10,1,4,,,afterany:1?afterok:2\n",
                       "after:after")),
            (Texts{"1:", "2: after 1+300 s", "3: afterok 1 afternotok 2", "4: afterany 1? afterok 2?"}));
}

// Job 3 waits for job 1 of the same user and name, job 4 is of another user, and job 5 waits for 1 and 3.
TEST_F(CsvDemands, LetSingletonsWaitForTheirNamesakes) {
  EXPECT_EQ(
      waits(rows("submit,run,nodes,job,user,name,after\n"
                 "0,10,1,1,ann,a,\n0,10,1,2,ann,b,\n1,10,1,3,ann,a,singleton\n1,10,1,4,bob,a,singleton\n"
                 "2,10,1,5,ann,a,singleton\n",
                 "after:after")),
      (Texts{"1:", "2:", "3: afterany 1", "4:", "5: afterany 1 afterany 3"}));
}

TEST_F(CsvDemands, RefuseWaitsThatCannotBe) {
  const std::string header = "submit,run,nodes,job,user,name,after\n0,10,1,1,,,\n";
  EXPECT_EQ(said(header + "0,10,1,2,,,afterok:2\n", "after:after"),
            ": row 2: it waits for job 2, the job itself; valid: a job that is submitted before");
  EXPECT_EQ(
      said(header + "0,10,1,2,,,afterok:7\n", "after:after"),
      ": row 2: it waits for job 7, which no job of the file has; valid: a job that is submitted before");
  EXPECT_EQ(said(header + "0,10,1,2,,,behind:1\n", "after:after"),
            ":3: column 'after' (after) is 'behind:1'; valid: such as afterok:12:13, after:12+5, "
            "afterany:12?afternotok:14 or singleton");
  EXPECT_EQ(refusal("a.csv", "submit,run,nodes,after\n0,10,1,\n",
                    {{"columns", "submit:submit,run:run,nodes:nodes,after:after"}}),
            ": column 'after' says for which jobs a job waits, and jobs have no numbers; valid: "
            "job:COLUMN, whose values are integers from 0 on");
}

} // namespace csv_demands_test
} // namespace malha::testing
