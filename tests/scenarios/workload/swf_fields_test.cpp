// SPDX-License-Identifier: MIT
// Fields behind the 18th of SWF, which parameter `fields` names.
#include "reading.hpp"

namespace malha::testing {
namespace swf_fields_test {

using Names = std::vector<std::string>;
using SwfFields = Reading;

/// A line of job `number` with these fields behind the 18th. Field 5 says 448, field 8 says 896.
std::string line(int number, const std::string& extra) {
  return std::to_string(number) + " 0 -1 100 448 -1 -1 896 200 -1 1 3 2 -1 1 9 -1 -1" + extra + "\n";
}

TEST_F(SwfFields, SayHowManyNodesAJobHas) {
  const auto text = line(1, " 32 150 frontier:excl:4x112") + line(2, " -1 -1 frontier:excl:2500x112");
  const auto found = read("a.swf", text, {{"fields", "nodes:21:NxC"}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].tasks.front().resources, 4);
  EXPECT_EQ(found.jobs[1].tasks.front().resources, 2500);
  EXPECT_EQ(found.jobs[0].walltime, 200);
  EXPECT_EQ(found.jobs[0].metadata, "group=2;partition=9");
  EXPECT_EQ(texts(found.notes),
            (Names{"ignored: fields behind the 18th that workload.fields does not name: 2"}));
}

TEST_F(SwfFields, MayBeTheLimitAndMetadata) {
  const auto text = line(1, " 32 150 4") + line(2, " -1 -1 8");
  const auto found =
      read("a.swf", text, {{"fields", "nodes:21,limit:20,job.gpus:19,job.soft:20,job.cores:8"}});
  ASSERT_EQ(found.jobs.size(), 2u);
  EXPECT_EQ(found.jobs[0].tasks.front().resources, 4);
  EXPECT_EQ(found.jobs[0].walltime, 150);
  EXPECT_EQ(found.jobs[0].metadata, "group=2;partition=9;job.gpus=32;job.soft=150;job.cores=896");
  EXPECT_EQ(found.jobs[1].walltime, 100); // its limit is not known, and field 9 is not asked
  EXPECT_EQ(found.jobs[1].metadata, "group=2;partition=9;job.cores=896");
  EXPECT_EQ(texts(found.notes), (Names{"estimate from run time: 1"}));
}

TEST_F(SwfFields, MayBeOneOfThe18) {
  const auto found = read("a.swf", line(1, ""), {{"fields", "nodes:5"}});
  EXPECT_EQ(found.jobs[0].tasks.front().resources, 448);
  EXPECT_TRUE(found.notes.empty());
}

// What the extra field does not know is not taken from the others, which may count something else.
TEST_F(SwfFields, LeaveOutJobsWhoseNodesTheyDoNotKnow) {
  const auto found = read("a.swf", line(1, " -1") + line(2, " 0") + line(3, " 7"), {{"fields", "nodes:19"}});
  ASSERT_EQ(found.jobs.size(), 1u);
  EXPECT_EQ(found.jobs[0].id, 3);
  EXPECT_EQ(texts(found.notes), (Names{"skipped: processors unknown: 2"}));
}

TEST_F(SwfFields, AreReadFromAFileThatIsOutOfOrderToo) {
  const auto found = read("a.swf", line(2, " 7") + line(1, " 9"), {{"fields", "nodes:19"}});
  EXPECT_EQ(found.jobs.at(0).tasks.front().resources, 7);
  EXPECT_EQ(found.jobs.at(1).tasks.front().resources, 9);
}

TEST_F(SwfFields, ThatAreWrongAreNamedWithTheirLine) {
  const auto good = line(1, " 32 150 4x112");
  const auto said = [&](const std::string& text, const std::string& fields) {
    return refusal("a.swf", text, {{"fields", fields}});
  };
  EXPECT_EQ(said(good + line(2, " 32 150"), "nodes:21:NxC"),
            ":2: has 20 fields, and workload.fields says that field 21 is 'nodes'; valid: at least 21" +
                or_skip);
  EXPECT_EQ(said(good + line(2, " 32 150 excl"), "nodes:21:NxC"),
            ":2: field 21 (nodes) is 'excl'; valid: a text that ends in N nodes x C cores, such as "
            "'frontier:excl:2500x112'" +
                or_skip);
  EXPECT_EQ(said(good, "nodes:21"),
            ":1: field 21 (nodes) is '4x112'; valid: an integer, from 0 to 2147483647" + or_skip);
  EXPECT_EQ(said(line(1, " 3000000000"), "nodes:19"),
            ":1: field 19 (nodes) is '3000000000'; valid: an integer, from 0 to 2147483647" + or_skip);
  EXPECT_EQ(said(line(1, " -2"), "limit:19:min"),
            ":1: field 19 (limit) is '-2'; valid: a number of minutes, at least 0 and below 253402300800 s" +
                or_skip);
  EXPECT_EQ(said(line(1, " " + std::string(3000, 'x')), "job.note:19"),
            ":1: field 19 (job.note) is too long; valid: metadata of at most 2000 characters" + or_skip);
}

TEST_F(SwfFields, OfAMapThatIsNoneAreRefused) {
  const auto said = [&](const std::string& fields) {
    return refusal("a.swf", line(1, " 1 2 3"), {{"fields", fields}});
  };
  const std::string begin = "setting workload.fields: ";
  EXPECT_EQ(said("node:21"), begin + "'node:21' names no field that is known; valid: nodes, limit, job.NAME");
  EXPECT_EQ(said("submit:19"),
            begin + "'submit:19' names no field that is known; valid: nodes, limit, job.NAME");
  EXPECT_EQ(said("job.:19"), begin + "'job.:19' names no field that is known; valid: nodes, limit, job.NAME");
  EXPECT_EQ(said("job.a=b:19"),
            begin + "'job.a=b:19' names no field that is known; valid: nodes, limit, job.NAME");
  EXPECT_EQ(said("nodes:21,nodes:20"),
            begin + "'nodes:20' names field 'nodes' for the second time; valid: each field once");
  EXPECT_EQ(said("nodes:21:min"), begin + "'nodes:21:min' has form 'min'; valid for nodes: count, NxC");
  EXPECT_EQ(said("limit:20:date"),
            begin + "'limit:20:date' has form 'date'; valid for limit: s, ms, min, h, hms");
  const std::string entry =
      "is no entry of a field map; valid: FIELD:WHERE or FIELD:WHERE:FORM, with ',' between entries";
  EXPECT_EQ(said("nodes"), begin + "'nodes' " + entry);
  EXPECT_EQ(said("nodes:"), begin + "'nodes:' " + entry);
  EXPECT_EQ(said("nodes:21,"), begin + "'' " + entry);
  EXPECT_EQ(said("nodes:21:NxC:4"), begin + "'nodes:21:NxC:4' " + entry);
  const auto expect_no_field = [&](const std::string& number) {
    EXPECT_EQ(said("nodes:" + number),
              begin + "field '" + number +
                  "' of 'nodes' is no field of a line; valid: an integer, from 1 to 1000");
  };
  for (const auto* number : {"0", "last", "-1", "1001", "2.5"})
    expect_no_field(number);
}

} // namespace swf_fields_test
} // namespace malha::testing
