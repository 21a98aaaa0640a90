// SPDX-License-Identifier: MIT
#pragma once
#include "tests/support/program.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace malha::testing {

/// The studies of the sources.
inline std::set<std::string> studies_of_the_sources() {
  namespace fs = std::filesystem;
  std::set<std::string> studies;
  for (const auto& entry : fs::recursive_directory_iterator(MALHA_SOURCE_FOLDER "/scenarios")) {
    const auto study = entry.path().parent_path().filename().string();
    if (entry.path().extension() == ".xml" && entry.path().filename().string().rfind(study + "-", 0) == 0)
      studies.insert(study);
  }
  return studies;
}

/// A script for a shell, in which $MALHA is a program. It lists every kind, describes every name of every
/// list and every study, plans all runs of every study, and runs one small scenario with each kind of file.
/// What goes wrong is printed, and nothing else. The lists are in the file `listed`.
inline std::string tour_of_all() {
  std::string script = R"(export MALHA
"$MALHA" list >listed 2>wrong || echo "list ends with $?"
cat wrong
awk 'NF == 0 || NR == 1 {if (NF == 0) getline; next} {print $1}' listed | sort -u >names
)";
  for (const auto& study : studies_of_the_sources())
    script += "echo " + study + " >>names\n";
  script += R"sh([ $(wc -l <names) -gt 200 ] || echo "there are only $(wc -l <names) names"
while read -r name; do
  "$MALHA" describe "$name" >said 2>&1 || { echo "describe $name ends with $?"; cat said; }
done <names
)sh";
  for (const auto& study : studies_of_the_sources())
    script += "\"$MALHA\" submit slurm " + study +
              " -o planned --tasks 1 --dry-run >plan 2>&1 || "
              "{ echo \"planning " +
              study + " ends with $?\"; cat plan; }\n";
  for (const std::string scenario :
       {"oscarpbs-x1", "mcisne-c1-nas-characterisation", "osep-own-machines", "gridts-reclaim"})
    script += "\"$MALHA\" run " + scenario + " --seeds 1 -o ran-" + scenario +
              " >ran 2>&1; [ $? -le 1 ] || "
              "{ echo \"run " +
              scenario + " fails\"; cat ran; }\n";
  return script;
}

} // namespace malha::testing
