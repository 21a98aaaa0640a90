# SPDX-License-Identifier: MIT
# Scenarios name files of any ending, in their folders and in those of platforms and deployments. So these folders are
# installed as they are, but for what is compiled. A folder of scenarios/ is a study when it has XML.
file(GLOB malha_study_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/scenarios/*/*.xml)
list(TRANSFORM malha_study_files REPLACE "/[^/]*$" "" OUTPUT_VARIABLE malha_studies)
list(REMOVE_DUPLICATES malha_studies)
set(malha_no_data "(\\.(cpp|hpp|template)|/CMakeLists\\.txt|~|/platforms/(generators|plans))$")
install(DIRECTORY ${malha_studies} DESTINATION share/malha/scenarios REGEX "${malha_no_data}" EXCLUDE)
install(DIRECTORY platforms deployments DESTINATION share/malha REGEX "${malha_no_data}" EXCLUDE)
install(DIRECTORY results/reference DESTINATION share/malha/results)
install(FILES scenarios/run_times.csv DESTINATION share/malha/scenarios)
