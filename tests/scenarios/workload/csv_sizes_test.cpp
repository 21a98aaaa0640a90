// SPDX-License-Identifier: MIT
// Jobs of CSV traces that may run on several numbers of nodes.
#include "reading.hpp"

namespace malha::testing {
namespace csv_sizes_test {

using Texts = std::vector<std::string>;
using Settings = std::map<std::string, std::string>;

const std::string header = "id,submit,type,min,pref,max,work,law,parts,cost,asks\n";
const std::string columns = "job:id,submit:submit,type:type,min:min,pref:pref,max:max,work:work,law:law,"
                            "parts:parts,cost:cost,asks:asks";

class CsvSizesOfJobs : public Reading {
protected:
  Read rows(const std::string& text, Settings settings = {}) const {
    settings.emplace("columns", columns);
    return read("a.csv", header + text, settings);
  }
  /// What is said of one row, behind the file and its line.
  std::string said(const std::string& row, const std::string& clip = "on") const {
    const auto all = refusal("a.csv", header + row + "\n", {{"columns", columns}, {"sizes_clip", clip}});
    EXPECT_EQ(all.substr(0, 4), ":2: ");
    return all.substr(4, all.find(or_skip) - 4);
  }
};

// Works 24, 8, 6 and 6 s on one node are 12, 4, 6 and 6 s on 2, 2, 1 and 1 nodes.
TEST_F(CsvSizesOfJobs, AreThoseOfTheirColumns) {
  const auto found = rows("0,0,malleable,1,2,4,24,linear,6,0,\n1,1,rigid,2,2,2,8,linear,1,0,\n"
                          "2,2,moldable,1,1,2,6,linear,1,0,\n3,3,evolving,1,1,3,6,linear,3,1,1:3 2:1\n");
  ASSERT_EQ(found.jobs.size(), 4U);
  const auto& malleable = found.jobs[0];
  ASSERT_NE(malleable.sizes, nullptr);
  EXPECT_EQ(malleable.sizes->kind, JobKind::malleable);
  EXPECT_EQ(malleable.sizes->min, 1);
  EXPECT_EQ(malleable.sizes->pref, 2);
  EXPECT_EQ(malleable.sizes->max, 4);
  EXPECT_EQ(malleable.sizes->parts, 6);
  EXPECT_EQ(malleable.sizes->work, 24);
  EXPECT_EQ(malleable.sizes->run_at_pref, 12);
  EXPECT_EQ(malleable.tasks.front().resources, 2);
  EXPECT_EQ(malleable.tasks.front().length, 12);
  EXPECT_EQ(malleable.walltime, 12);
  EXPECT_EQ(malleable.metadata, "type=malleable;min_nodes=1;max_nodes=4;law=linear;parts=6;work=24");
  EXPECT_EQ(found.jobs[1].sizes, nullptr);
  EXPECT_EQ(found.jobs[1].metadata, "");
  EXPECT_EQ(found.jobs[1].tasks.front().length, 4);
  EXPECT_EQ(found.jobs[2].metadata, "type=moldable;min_nodes=1;max_nodes=2;law=linear;parts=1;work=6");
  const auto& evolving = *found.jobs[3].sizes;
  EXPECT_EQ(evolving.cost.grow, 1);
  EXPECT_EQ(evolving.cost.shrink, 1);
  EXPECT_EQ(text_of(evolving.asks), "1:3 2:1");
}

// Amdahl with f = .5 on two nodes: S = 1 / (.5 + .25) = 4 / 3. A table is in quotes, since it has '='.
TEST_F(CsvSizesOfJobs, HaveALawPartsAndTwoCosts) {
  const auto found = rows("0,0,MALLEABLE,1,2,4,8,amdahl:.5,inf,60/20,\n"
                          "1,0,malleable,2,3,4,6,table:2=10/4=6,2,,\n");
  ASSERT_EQ(found.jobs.size(), 2U);
  EXPECT_DOUBLE_EQ(found.jobs[0].tasks.front().length, 6);
  EXPECT_EQ(found.jobs[0].sizes->parts, JobSizes::any_date);
  EXPECT_EQ(found.jobs[0].sizes->cost.grow, 60);
  EXPECT_EQ(found.jobs[0].sizes->cost.shrink, 20);
  EXPECT_EQ(found.jobs[0].metadata, "type=malleable;min_nodes=1;max_nodes=4;law=amdahl:0.5;parts=inf;work=8");
  EXPECT_EQ(found.jobs[1].metadata,
            "type=malleable;min_nodes=2;max_nodes=4;law=\"table:2=10/4=6\";parts=2;work=6");
  EXPECT_EQ(found.jobs[1].tasks.front().length, 3); // S = 2 on two nodes, and on three
}

// Without min and max a job has one size; without pref it has (2 + 5) / 2, rounded down.
TEST_F(CsvSizesOfJobs, LackingColumnsAreFilledIn) {
  const auto found = rows("0,0,malleable,,2,,8,,,,\n1,0,moldable,2,,5,6,,,,\n2,0,,,2,,8,,,,\n");
  ASSERT_EQ(found.jobs.size(), 3U);
  EXPECT_EQ(found.jobs[0].metadata, "type=malleable;min_nodes=2;max_nodes=2;law=linear;parts=1;work=8");
  EXPECT_EQ(found.jobs[1].sizes->pref, 3);
  EXPECT_EQ(found.jobs[1].tasks.front().length, 2);
  EXPECT_EQ(found.jobs[2].sizes, nullptr);
}

// As EPCC's study of Cirrus has them: nodes, and half and twice as many.
TEST_F(CsvSizesOfJobs, HaveTheTypeOfASettingWhereTheFileHasNone) {
  const std::string text =
      "submit,nodes,run,min_nodes,max_nodes\n0,756,1423,378,1512\n715,576,448,288,1152\n";
  const Settings given{{"columns", "submit:submit,nodes:nodes,run:run,min:min_nodes,max:max_nodes"}};
  const auto found = read("c.csv", text, given);
  ASSERT_EQ(found.jobs.size(), 2U);
  EXPECT_EQ(found.jobs[0].metadata,
            "type=malleable;min_nodes=378;max_nodes=1512;law=linear;parts=1;work=1075788"); // 756 x 1423
  auto moldable = given;
  moldable["sizes_type"] = "moldable";
  EXPECT_EQ(read("c.csv", text, moldable).jobs[1].metadata,
            "type=moldable;min_nodes=288;max_nodes=1152;law=linear;parts=1;work=258048"); // 576 x 448
}

// The first two jobs of input_files/small of ProjectWagomu, MalleableJobScheduling: each ends its run time
// after its submission, 174634.396 / (1 / (.05 + .95 / 4)) and 5 s.
TEST_F(CsvSizesOfJobs, MayBeRigidAndRunByALaw) {
  const auto found =
      read("p.csv", "submit,nodes,work,parallel_share\n0,4,174634.39623331802,0.95\n4140,1,5.0,0.999\n",
           {{"columns", "submit:submit,nodes:nodes,work:work,law:parallel_share:amdahl"}});
  ASSERT_EQ(found.jobs.size(), 2U);
  EXPECT_EQ(found.jobs[0].sizes, nullptr);
  EXPECT_DOUBLE_EQ(found.jobs[0].tasks.front().length, 50207.38891707894);
  EXPECT_DOUBLE_EQ(found.jobs[1].tasks.front().length, 5);
}

TEST_F(CsvSizesOfJobs, ScaleWithTheirRunTimes) {
  write_text(folder_ / "a.csv", header + "0,0,malleable,1,2,4,24,linear,6,0,\n1,10,rigid,2,2,2,8,,,,\n");
  const std::filesystem::path file = folder_ / "a.csv";
  const auto* reader = shipped_catalog().reader_of(file);
  const Parameters parameters(reader->parameters,
                              {{"columns", columns}, {"load", "1.6"}, {"load_by", "run_times"}});
  RandomStreams random(1);
  // 24 + 8 s of work in 10 s on two nodes are a load of 1.6; on four nodes it is .8, and all is doubled.
  const auto source = reader->make({parameters, random, file, reference_speed, false, 4});
  const auto job = source->next().value();
  EXPECT_EQ(job.sizes->work, 48);
  EXPECT_EQ(job.tasks.front().length, 24);
  EXPECT_EQ(job.metadata, "type=malleable;min_nodes=1;max_nodes=4;law=linear;parts=6;work=48");
}

TEST_F(CsvSizesOfJobs, AsksBeyondThemAreMovedAndCounted) {
  const std::string row = "3,3,evolving,2,2,3,6,linear,3,1,1:9 2:1";
  const auto found = rows(row + "\n");
  EXPECT_EQ(text_of(found.jobs.at(0).sizes->asks), "1:3 2:2");
  EXPECT_EQ(texts(found.notes).at(0), "asks for nodes beyond its sizes, moved to the nearest size: 1");
  EXPECT_EQ(said(row, "off"), "has asks '1:9' beyond its sizes; valid: nodes from 2 to 3");
}

TEST_F(CsvSizesOfJobs, OfJobsThatNeverChangeHaveNoPartsOrCosts) {
  const auto found = rows("0,0,rigid,2,2,2,8,linear,4,0,\n1,1,moldable,1,2,4,8,linear,1,60/0,\n"
                          "2,2,moldable,1,2,4,8,linear,1,0,\n3,3,malleable,1,2,4,8,linear,4,60,\n");
  EXPECT_EQ(texts(found.notes).at(0), "parts or a cost of a rigid or moldable job, without effect: 2");
}

// Run times on 1 to 300 nodes are more than 2000 characters.
TEST_F(CsvSizesOfJobs, HaveNoLongLawInTheirMetadata) {
  std::string law = "table:1=300";
  for (int nodes = 2; nodes <= 300; ++nodes)
    law += "/" + std::to_string(nodes) + "=" + std::to_string(301 - nodes);
  const auto found = rows("0,0,malleable,1,2,4,24," + law + ",6,0,\n");
  EXPECT_EQ(found.jobs.at(0).metadata, "type=malleable;min_nodes=1;max_nodes=4;parts=6;work=24");
  EXPECT_EQ(found.jobs.at(0).sizes->law.text(), law);
  EXPECT_EQ(texts(found.notes).at(0), "a law that is too long for metadata, and is left out there: 1");
}

TEST_F(CsvSizesOfJobs, AreRefusedIfTheyAreNone) {
  const std::string ascend = "; valid: 1 <= min <= pref <= max";
  EXPECT_EQ(said("0,0,malleable,0,2,4,24,linear,6,0,"), "has min 0" + ascend);
  EXPECT_EQ(said("0,0,malleable,3,2,4,24,linear,6,0,"), "has min 3 above pref 2" + ascend);
  EXPECT_EQ(said("0,0,malleable,1,5,4,24,linear,6,0,"), "has pref 5 above max 4" + ascend);
  EXPECT_EQ(said("0,0,rigid,1,2,2,24,linear,6,0,"),
            "has type rigid, and min 1 below max 2; valid: the same min and max, or another type");
  EXPECT_EQ(said("0,0,,1,2,2,24,linear,6,0,"),
            "has type rigid, and min 1 below max 2; valid: the same min and max, or another type");
  EXPECT_EQ(said("0,0,elastic,1,2,4,24,linear,6,0,"),
            "column 'type' (type) is 'elastic'; valid: rigid, moldable, malleable, evolving, adaptive");
  EXPECT_EQ(said("0,0,malleable,one,2,4,24,linear,6,0,"),
            "column 'min' (min) is 'one'; valid: an integer, from 0 to 2147483647; forms of min: count, NxC");
}

TEST_F(CsvSizesOfJobs, AreRefusedWithoutWorkOrALaw) {
  EXPECT_EQ(said("0,0,malleable,1,2,4,0,linear,6,0,"), "has work 0 s; valid: work, or a run time, above 0 s");
  const std::string laws =
      "; valid: linear; amdahl:F, where a share F of the work, from 0 to 1, is parallel; power:P, with an "
      "exponent P from 0 to 1; downey:A:S, with an average parallelism A, at least 1, and a coefficient of "
      "its "
      "variance S, at least 0; table:N=T/N=T/…, with ascending numbers N of nodes, at least 1, and run times "
      "T "
      "above 0 s";
  const auto law = [&](const std::string& text) { return said("0,0,malleable,1,2,4,24," + text + ",6,0,"); };
  EXPECT_EQ(law("magic"), "speed-up law 'magic' is unknown, or has no numbers" + laws);
  EXPECT_EQ(law("downey:.5:1"), "speed-up law 'downey:0.5:1' has a parallelism below 1, or none" + laws);
  EXPECT_EQ(law("downey:5:-1"), "speed-up law 'downey:5:-1' has a variance below 0, or none" + laws);
  EXPECT_EQ(law("amdahl:1.5"), "speed-up law 'amdahl:1.5' has a share that is not from 0 to 1" + laws);
  EXPECT_EQ(law("table:1=1/4=1e99"),
            "has a run time of 2.4e+100 s on 4 nodes; valid: above 0 s, and below 253402300800 s");
  EXPECT_EQ(law("table:2=9/4=5"), "has speed-up law 'table:2=9/4=5', under which it cannot run on min 1; "
                                  "valid: a law that begins at min, or a larger min");
}

TEST_F(CsvSizesOfJobs, AreRefusedWithPartsCostsAndAsksThatAreNone) {
  const auto row = [&](const std::string& kind, const std::string& rest) {
    return said("0,0," + kind + ",1,2,4,24,linear," + rest);
  };
  EXPECT_EQ(row("malleable", "0,0,"), "has 0 parts; valid: at least 1, or inf");
  EXPECT_EQ(row("malleable", "2.5,0,"),
            "column 'parts' (parts) is '2.5'; valid: an integer, at least 1, or inf");
  EXPECT_EQ(row("malleable", "6,-2,"), "has cost -2 s; valid: a time of at least 0 s");
  EXPECT_EQ(row("malleable", "6,1/2/3,"),
            "column 'cost' (cost) is '1/2/3'; valid: a number of s, at least 0, "
            "or two for jobs that grow and shrink: 60/20");
  EXPECT_EQ(row("malleable", "6,0,1:3"),
            "has asks, and type malleable, which never asks; valid: type evolving "
            "or adaptive, or no asks");
  EXPECT_EQ(row("evolving", "3,0,3:2"),
            "has asks '3:2' of a point that is not between two of its parts; valid: parts from 1 to 2");
  EXPECT_EQ(
      row("evolving", "3,0,2:3 1:2"),
      "asks '2:3 1:2' has part 1 behind part 2; valid: part:nodes with spaces between them, by ascending "
      "parts, such as '1:3 2:1'");
}

// Formats without sizes have the job as it is on its usual nodes, and nothing that says otherwise.
TEST_F(CsvSizesOfJobs, AreLeftOutAndCountedByFormatsWithoutThem) {
  const auto found = rows("0,0,malleable,1,2,4,24,linear,6,0,\n1,1,rigid,2,2,2,8,linear,1,0,\n");
  const auto& formats = shipped_catalog().workloads();
  std::ostringstream swf, batsim;
  EXPECT_EQ(texts(formats.at("swf")->write({found.jobs, {}, {}, 0, 4}, swf)),
            Texts{"other sizes, law, parts, cost or asks that SWF has no field for: 1"});
  EXPECT_EQ(texts(formats.at("batsim")->write({found.jobs, {}, {}, 0, 4}, batsim)),
            Texts{"other sizes, law, parts, cost or asks, which this format has no place for: 1"});
  EXPECT_EQ(batsim.str().find("type="), std::string::npos);
  EXPECT_NE(batsim.str().find("run time 12"), std::string::npos);
}

TEST_F(CsvSizesOfJobs, BadOnesMayBeSkipped) {
  const auto found = rows("0,0,malleable,3,2,4,24,linear,6,0,\n1,0,malleable,1,2,4,24,magic,6,0,\n"
                          "2,0,malleable,1,2,4,24,linear,6,0,\n",
                          {{"bad_rows", "skip"}});
  EXPECT_EQ(found.jobs.size(), 1U);
  EXPECT_EQ(texts(found.notes).at(0), "skipped: bad row: sizes of a job: 1");
  EXPECT_EQ(texts(found.notes).at(1), "skipped: bad row: speed-up law: 1");
}

TEST_F(CsvSizesOfJobs, NeedOneColumnForEachThing) {
  EXPECT_EQ(refusal("a.csv", "s,n,p,r\n0,1,1,1\n", {{"columns", "submit:s,nodes:n,pref:p,run:r"}}),
            ": setting workload.columns names both 'nodes' and 'pref', which are one; valid: pref:COLUMN, or "
            "nodes:COLUMN");
  EXPECT_EQ(refusal("a.csv", "s,n,w,r\n0,1,1,1\n", {{"columns", "submit:s,nodes:n,run:r,work:w"}}),
            ":2: column 'w' (work) is '1'; valid: nothing where the row has a run time, too" + or_skip);
  EXPECT_EQ(refusal("a.csv", "s,m,r\n0,1,1\n", {{"columns", "submit:s,min:m,run:r"}}),
            ": setting workload.columns names no column for 'nodes'; valid: nodes:COLUMN, or pref:COLUMN, or "
            "both min:COLUMN and max:COLUMN");
  for (const std::string name : {"law", "parts", "cost", "asks"})
    EXPECT_EQ(refusal("a.csv", "s,n,x,r\n0,1,1,1\n", {{"columns", "submit:s,nodes:n,run:r," + name + ":x"}}),
              ": setting workload.columns names '" + name +
                  "', and nothing says which sizes jobs have; valid: type:COLUMN, or both min:COLUMN and "
                  "max:COLUMN");
}

} // namespace csv_sizes_test
} // namespace malha::testing
